import type { AddressField } from './addresses.rules.ts'

// By itself, because orders show an address without the form's fields.

type NamedAddress = { [K in AddressField]: string }

/** One line for people: the fields joined with commas, the house number too, empty ones left out. */
export function joinAddress(address: Omit<NamedAddress, 'firstname' | 'lastname' | 'telephone'>): string {
  const { address_1, house_num, address_2, city, state, country, postcode } = address
  return [address_1, house_num, address_2, city, state, country, postcode].filter(Boolean).join(', ')
}
