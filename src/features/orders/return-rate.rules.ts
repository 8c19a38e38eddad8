/** Number of delivered items of a customer, and of those that the customer returned. */
export type ItemsOfCustomer = { delivered: number; returned: number }

/**
 * From a share of 30% on, a customer returns a lot. Fewer than 3 returned items say nothing, for example one dress in two sizes.
 */
const highReturnShare = 0.3
const minItems = 3

export const returnsOften = ({ delivered, returned }: ItemsOfCustomer): boolean =>
  returned >= minItems && returned >= delivered * highReturnShare
