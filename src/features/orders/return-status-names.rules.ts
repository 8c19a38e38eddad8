import { msg } from '#contract/text/translate.ts'
import { type ReturnStatus, returnStatus } from './return-statuses.rules.ts'

/** As the wire names them. */
export const returnStatusNames: Record<ReturnStatus, string> = {
  [returnStatus.processing]: msg('Processing'),
  [returnStatus.approved]: msg('Returning'),
  [returnStatus.received]: msg('Return Successful'),
  [returnStatus.refunding]: msg('Refunding'),
  [returnStatus.refunded]: msg('Refund Successful'),
  [returnStatus.rejected]: msg('Return Failed'),
  [returnStatus.refundFailed]: msg('Refund Failed'),
  [returnStatus.cancelled]: 'Cancel',
  [returnStatus.closed]: 'Closed',
}

/** The names as message ids: `Cancel` is also what a button says, and most languages name a state otherwise. */
export const returnStatusMessages: Record<ReturnStatus, string> = {
  ...returnStatusNames,
  [returnStatus.cancelled]: msg('Cancel-1'),
  [returnStatus.closed]: msg('Closed-1'),
}
