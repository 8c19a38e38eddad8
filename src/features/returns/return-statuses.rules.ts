export type ReturnStatus = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9

/** As the wire names them. */
export const returnStatusNames: Record<ReturnStatus, string> = {
  1: 'Processing',
  2: 'Returning',
  3: 'Return Successful',
  4: 'Refunding',
  5: 'Refund Successful',
  6: 'Return Failed',
  7: 'Refund Failed',
  8: 'Cancel',
  9: 'Closed',
}

/** The names as message ids: `Cancel` is also what a button says, and most languages name a state otherwise. */
export const returnStatusMessages: Record<ReturnStatus, string> = { ...returnStatusNames, 8: 'Cancel-1', 9: 'Closed-1' }
