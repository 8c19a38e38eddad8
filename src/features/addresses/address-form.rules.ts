import { msg } from '#contract/text/translate.ts'
import { recordOf } from '#contract/values.ts'
import type { AddressFormat, Country } from './addresses.contract.ts'
import {
  type AddressField,
  addressFormNames,
  findAddressProblem,
  findPhoneProblem,
  findPostcodeProblem,
  type TypedAddress,
} from './addresses.rules.ts'

/**
 * Returns the problem of one field of a typed address, or null. The rules of a country apply only once its format has
 * arrived.
 */
export function findTypedProblem(
  field: AddressField,
  typed: Readonly<TypedAddress>,
  format: AddressFormat,
): string | null {
  const problem =
    findAddressProblem(field, typed[field]) ?? (field === 'telephone' ? findPhoneProblem(typed.telephone) : null)
  if (problem || format.country_code !== typed.country) return problem
  const { fields, regions, postcode_pattern: pattern } = format
  if (field === 'postcode') {
    const wrong = findPostcodeProblem(pattern, typed.postcode)
    if (wrong) return wrong
  }
  const isEmpty = field === 'state' && regions.length > 0 ? !hasRegion(typed, format) : !typed[field].trim()
  return isEmpty && fields.some(({ name, is_required }) => name === field && is_required)
    ? msg('Please fill in this field')
    : null
}

function hasRegion({ state }: TypedAddress, { regions }: AddressFormat): boolean {
  return regions.some(({ code }) => code === state)
}

/** Returns a typed address for another country: the fields that this country has, with values that fit. */
export function fitAddress(typed: TypedAddress, format: AddressFormat): TypedAddress {
  const { fields, regions, postcode_pattern: pattern } = format
  const fits = (name: AddressField) => {
    if (name === 'country') return true
    if (name === 'state' && regions.length > 0 && !hasRegion(typed, format)) return false
    if (name === 'postcode' && findPostcodeProblem(pattern, typed.postcode)) return false
    return fields.some((one) => one.name === name)
  }
  return recordOf(addressFormNames, (name) => (fits(name) ? typed[name] : ''))
}

/**
 * Returns the country's code if the shop ships there. A stored draft may contain another country. A form starts with the
 * country of its first format.
 */
export function chooseCountry(code: string, countries: readonly Country[], first: AddressFormat): string {
  return countries.some((one) => one.code === code) ? code : first.country_code
}
