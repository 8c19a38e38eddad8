/** Number of items that were delivered to a customer, and number of items that the customer returned. */
export type ItemsOfCustomer = { delivered: number; returned: number }

/**
 * 30%: a customer who returns at least this share of items has a high return rate. Fewer than 3 returned items are
 * ignored, for example one dress in two sizes.
 */
const highReturnShare = 0.3
const minItems = 3

export const returnsOften = ({ delivered, returned }: ItemsOfCustomer): boolean =>
  returned >= minItems && returned >= delivered * highReturnShare
