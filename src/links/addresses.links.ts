import { withSearch } from '#contract/text/links.ts'

/** The address book, for who comes from the settings. */
export const addressBookLink = withSearch('/checkout/address-book', { type: 'personalCenter' })
