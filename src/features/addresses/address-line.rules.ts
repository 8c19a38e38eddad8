import type { AddressField } from './addresses.rules.ts'

// A separate file, because orders format an address without loading the form's fields.

type NamedAddress = { [K in AddressField]: string }

/** Formats an address as one line. Joins the non-empty fields, including the house number, with commas. */
export function joinAddress(address: Omit<NamedAddress, 'firstname' | 'lastname' | 'telephone'>): string {
  const { address_1, house_num, address_2, city, state, country, postcode } = address
  return [address_1, house_num, address_2, city, state, country, postcode].filter(Boolean).join(', ')
}
