/** The number of days after registration in which a view lists a customer as new. */
export const newCustomerDays = 7
/** The minimum spending in the view of large spenders, in minor units of the shop's currency. */
export const bigSpenderAmount = 100_000
/** The minimum share of returned items in the view of many returns, in percent of the delivered items. */
export const highReturnPercent = 30

/** The most notes about a customer. One screen shows all notes. */
export const maxCustomerNotes = 200
export const customerNoteLength = 2000
