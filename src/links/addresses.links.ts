import { withSearch } from '#contract/text/links.ts'

/** The address book as the settings open it. */
export const addressBookLink = withSearch('/checkout/address-book', { type: 'personalCenter' })
