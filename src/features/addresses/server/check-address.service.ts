import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { msg } from '#contract/text/translate.ts'
import { readShipsTo } from '#features/markets/server/ships-to.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { AddressInput } from '../addresses.contract.ts'
import { addressFieldLengths, findPhoneProblem, findPostcodeProblem } from '../addresses.rules.ts'
import { type CountryData, findRegion, readCountryData } from './country-data.ts'

/** Throws if the shop does not ship to a country. The refusal names `field`. */
export async function checkShipsTo(db: Database, country: string, field = 'country'): Promise<void> {
  if (!(await readShipsTo(db)).includes(country)) {
    throw refuseFields({ [field]: [msg('We do not ship to this country')] })
  }
}

type Fields = Record<string, string[]>

type Options = {
  /** Start of the names of fields in a refusal. */
  prefix?: string
  /**
   * Staff may leave out a region or a postcode and may enter an unusual phone number, because they copy addresses from
   * letters and from other shops.
   */
  isByStaff?: boolean
}

/**
 * Returns an address as it is stored: the region as a code, and the phone number in its international form. Throws if a
 * part that the country requires is missing or invalid.
 */
export function checkAddress(address: AddressInput, { prefix = '', isByStaff = false }: Options = {}): AddressInput {
  const country = readCountryData(address.country)
  const typedPhone = address.telephone
  const telephone = formatPhone(typedPhone, country.code) ?? (isByStaff && !findPhoneProblem(typedPhone) && typedPhone)
  throwIfAny(
    {
      ...(!telephone && { telephone: [msg('Please enter a valid phone number')] }),
      ...findMissing(address, country, { isByStaff }),
      ...findWrongPostcode(address, country),
    },
    prefix,
  )
  return { ...address, state: toRegionCode(address), telephone: telephone || typedPhone }
}

/** Returns the code of a region that is given by its code or name. A text that is no region of the country stays. */
export function toRegionCode({ country, state }: { country: string; state: string }): string {
  return findRegion(readCountryData(country), state)?.key ?? state
}

function throwIfAny(problems: Fields, prefix: string): void {
  const entries = Object.entries(problems)
  if (entries.length === 0) return
  throw refuseFields(Object.fromEntries(entries.map(([name, texts]) => [`${prefix}${name}`, texts])))
}

function findMissing(
  { city, state, postcode }: AddressInput,
  country: CountryData,
  { isByStaff }: { isByStaff: boolean },
): Fields {
  const problems: Fields = {}
  const { required, regions } = country
  const missing = [msg('Please fill in this field')]
  if (required.has('C') && !city) problems.city = missing
  if (isByStaff) return problems
  if (required.has('Z') && !postcode) problems.postcode = missing
  if (required.has('S')) {
    if (!state) problems.state = missing
    else if (regions.length > 0 && !findRegion(country, state)) problems.state = [msg('Please choose one')]
  }
  return problems
}

function findWrongPostcode({ postcode }: AddressInput, { postcodePattern }: CountryData): Fields {
  const problem = findPostcodeProblem(postcodePattern, postcode)
  return problem ? { postcode: [problem] } : {}
}

/** Returns whether an address has a city, or is in a country whose addresses have no city. */
export function hasNeededCity({ city, country }: { city: string; country: string }): boolean {
  return city !== '' || !readCountryData(country).required.has('C')
}

/**
 * Returns a phone number in its international form. A number without a country code is one of the address's country.
 * Returns null for a number that no phone can have.
 */
function formatPhone(text: string, country: string): string | null {
  const number = parsePhoneNumberFromString(text, country ? { defaultCountry: country as 'US' } : {})
  if (!number?.isValid()) return null
  const formatted = number.formatInternational()
  return formatted.length > addressFieldLengths.telephone ? text : formatted
}
