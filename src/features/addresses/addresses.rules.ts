import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { keysOf, recordOf } from '#contract/values.ts'

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

export const addressFormNames = keysOf(addressFieldLengths)

/** Fields that every address needs. A country's format says whether the others are required. */
const requiredFields: ReadonlySet<AddressField> = new Set([
  'firstname',
  'lastname',
  'telephone',
  'country',
  'address_1',
])

/** Returns the problem of one field, or null. The screen and the API use the same message. */
export function findAddressProblem(field: AddressField, value: string): string | null {
  const text = value.trim()
  if (text === '') return requiredFields.has(field) ? msg('Please fill in this field') : null
  if (text.length > addressFieldLengths[field]) return describeTooLong(addressFieldLengths[field])
  return null
}

/** Returns the problem of a phone number, or null. The server also checks the number by its country. */
export function findPhoneProblem(text: string): string | null {
  return /^\+?[\d ().-]{5,}$/.test(text.trim()) ? null : msg('Please enter a valid phone number')
}

/** Removes spaces and hyphens, which are optional, and converts Japanese and Arabic digits to Latin digits. */
function normalizePostcode(postcode: string): string {
  const plain = postcode
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) % 16))
    .toUpperCase()
  return (
    plain
      // Some people write the country first: D-10115, SE-413 04.
      .replace(/^\s*[A-Z]{1,3}\s*[-–]\s*(?=\d)/, '')
      .replace(/[\s\p{Pd}\u30fc]/gu, '')
  )
}

/**
 * Returns the problem of a postcode, or null. The pattern is that of the country, without spaces and hyphens. An empty
 * postcode is fine.
 */
export function findPostcodeProblem(pattern: string | null, postcode: string): string | null {
  const isFine = !pattern || !postcode.trim() || new RegExp(`^(?:${pattern})$`).test(normalizePostcode(postcode))
  return isFine ? null : msg('Please enter a valid postcode')
}

export type TypedAddress = Record<AddressField, string>

/**
 * Returns whether the country of a draft looks like a country code. Only the server checks the list of all codes, which
 * would add half a kilobyte to the page.
 */
const isCountryCodeFormat = (country: string): boolean => /^[A-Z]{2}$/.test(country)

/**
 * Returns a known address for the form. A country that is not an ISO code, as in older drafts, is cleared and must be
 * chosen again.
 */
export function prefillAddress(known: Partial<Record<AddressField, unknown>>): TypedAddress {
  const typed = recordOf(addressFormNames, (name) => String(known[name] ?? ''))
  return { ...typed, country: isCountryCodeFormat(typed.country) ? typed.country : '' }
}
