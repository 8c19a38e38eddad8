/** What somebody was sent, and what of it they asked to send back. */
export type ItemsOfCustomer = { delivered: number; returned: number }

/** From here on it is a lot. One dress of two sizes that goes back says nothing about anybody. */
const tooMuch = 0.3
const leastItems = 3

export const returnsALot = ({ delivered, returned }: ItemsOfCustomer): boolean =>
  returned >= leastItems && returned >= delivered * tooMuch
