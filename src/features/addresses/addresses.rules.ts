import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { recordOf } from '#contract/values.ts'
import { findPostcodeProblem } from './postcodes.rules.ts'

/** Maximum number of addresses in an address book. */
export const addressBookSize = 50

/** Maximum length of each field, in the order of the form. */
export const addressFieldLengths = {
  firstname: 50,
  lastname: 50,
  telephone: 20,
  country: 60,
  address_1: 100,
  house_num: 20,
  address_2: 100,
  city: 60,
  state: 60,
  postcode: 12,
} as const

export type AddressField = keyof typeof addressFieldLengths

/** Fields of the form in their order, with label and autocomplete token. */
export const addressFormFields = [
  ['firstname', msg('First name'), 'given-name'],
  ['lastname', msg('Last name'), 'family-name'],
  ['telephone', msg('Phone'), 'tel'],
  ['country', msg('Country'), 'country'],
  ['address_1', msg('Street'), 'address-line1'],
  ['house_num', msg('House number'), 'off'],
  ['address_2', msg('Apartment, floor, company'), 'address-line2'],
  ['city', msg('City'), 'address-level2'],
  ['state', msg('State or region'), 'address-level1'],
  ['postcode', msg('Postcode'), 'postal-code'],
] as const satisfies readonly (readonly [name: AddressField, label: string, autoComplete: string])[]

export const addressFormNames = addressFormFields.map(([name]) => name)

const optionalFields: readonly AddressField[] = ['address_2', 'house_num', 'state', 'postcode']

export function isAddressFieldRequired(field: AddressField): boolean {
  return !optionalFields.includes(field)
}

/** Returns the problem of one field, or null. The screen and the API use the same message. */
export function findAddressProblem(field: AddressField, value: string): string | null {
  const text = value.trim()
  if (text === '') return isAddressFieldRequired(field) ? msg('Please fill in this field') : null
  if (text.length > addressFieldLengths[field]) return describeTooLong(addressFieldLengths[field])
  if (field === 'telephone' && !/^\+?[\d ().-]{5,}$/.test(text)) return msg('Please enter a valid phone number')
  return null
}

/** Returns the problem of one field of a typed address, or null. The check of a postcode depends on the country. */
export function findTypedProblem(field: AddressField, typed: Readonly<Record<AddressField, string>>): string | null {
  const problem = findAddressProblem(field, typed[field])
  return problem ?? (field === 'postcode' ? findPostcodeProblem(typed.country, typed.postcode) : null)
}

/**
 * Returns whether the country of a draft looks like a country code. Only the server checks the list of all codes, which
 * would add half a kilobyte to the page.
 */
const isCountryCodeFormat = (country: string): boolean => /^[A-Z]{2}$/.test(country)

export type TypedAddress = Record<AddressField, string>

/**
 * Returns a known address for the form. A country that is not an ISO code, as in older drafts, is cleared and must be
 * chosen again.
 */
export function prefillAddress(known: Partial<Record<AddressField, unknown>>): TypedAddress {
  const typed = recordOf(addressFormNames, (name) => String(known[name] ?? ''))
  return { ...typed, country: isCountryCodeFormat(typed.country) ? typed.country : '' }
}
