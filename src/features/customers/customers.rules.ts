/** The lists that come with the shop: who is new, who buys a lot, who sends back a lot. */
export const newCustomerDays = 7
/** In the smallest unit of the shop's own currency. */
export const bigSpending = 100_000
/** Percent of what somebody was sent. */
export const manyReturns = 30

/** One screen shows all notes about somebody. */
export const customerNotesMost = 200
export const customerNoteLength = 2000
