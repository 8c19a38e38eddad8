import { withSearch } from '#contract/text/links.ts'

/** The link from the settings to the address book. */
export const addressBookLink = withSearch('/checkout/address-book', { type: 'personalCenter' })
