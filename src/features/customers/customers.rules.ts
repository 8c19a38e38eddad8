/** Conditions of the built-in views: new customers, large spending, many returns. */
export const newCustomerDays = 7
/** In minor units of the shop's own currency. */
export const bigSpenderAmount = 100_000
/** Percent of the delivered items. */
export const highReturnPercent = 30

/** Limit of notes. One screen shows all notes about a customer. */
export const maxCustomerNotes = 200
export const customerNoteLength = 2000
