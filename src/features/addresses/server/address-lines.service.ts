import { findCountryCode, formatCountry } from '#features/settings/country-names.rules.ts'
import { type CountryData, findRegion, formatRegion, isLatin, readCountryData } from './country-data.ts'

/** Address as an order or an address book has it. The country and the region are codes, names, or any old text. */
export type PrintedAddress = {
  firstname: string
  lastname: string
  address_1: string
  house_num: string
  address_2: string
  city: string
  state: string
  postcode: string
}

/** Countries that print the code of a region: `Portland, ME 04101`. */
const printsRegionCode = new Set(['AU', 'BR', 'CA', 'IT', 'US'])

/** Countries that write the house number before the street. */
const numberBeforeStreet = new Set('AU CA FR GB GG IE IM JE LU MC NZ US ZA'.split(' '))

const familyNameFirst = new Set(['HU', 'VN'])

/** Returns whether an address is written in its country's own script, and not in Latin letters. */
function isOwnScript({ address_1, city, firstname, lastname }: PrintedAddress): boolean {
  return !isLatin(`${address_1}${city}`) || (!address_1 && !isLatin(`${firstname}${lastname}`))
}

type Parts = Readonly<Record<string, readonly string[]>>

function listParts(address: PrintedAddress, country: CountryData, isOwn: boolean): Parts {
  const { firstname, lastname, address_1, house_num, address_2, city, state, postcode } = address
  const isFamilyFirst = isOwn || familyNameFirst.has(country.code)
  const street = numberBeforeStreet.has(country.code) ? [house_num, address_1] : [address_1, house_num]
  const region = findRegion(country, state)
  const printedRegion = region && (printsRegionCode.has(country.code) ? region.key : formatRegion(region, isOwn))
  return {
    N: [(isFamilyFirst ? [lastname, firstname] : [firstname, lastname]).filter(Boolean).join(' ')],
    A: [street.filter(Boolean).join(' '), address_2],
    C: [city],
    S: [printedRegion ?? state],
    Z: [postcode],
  }
}

/** Returns a line of a format without its empty fields. Of the separators around an empty field, the last one stays. */
function fillLine(line: string, parts: Parts): string[] {
  const texts: string[] = []
  let separator = ''
  let text = ''
  for (const token of line.match(/%[A-Z]|[^%]+/g) ?? []) {
    if (!token.startsWith('%')) {
      separator = token
      continue
    }
    const [value = '', ...more] = (parts[token[1] ?? ''] ?? []).filter(Boolean)
    if (!value) continue
    text += separator + value
    separator = ''
    // The second line of a street.
    for (const next of more) {
      texts.push(text)
      text = next
    }
  }
  return [...texts, text].filter(Boolean)
}

type Options = { hasName?: boolean }

/**
 * Returns the lines of an address in the order of its country, as they are printed on a parcel. The last line is the name
 * of the country in a language. A field that the country's format does not have stays readable in a line of its own.
 */
export function formatAddressLines(
  address: PrintedAddress,
  country: string,
  language: string,
  { hasName = true }: Options = {},
): string[] {
  const code = findCountryCode(country) ?? ''
  const data = readCountryData(code)
  const isOwn = isOwnScript(address)
  const format = isOwn ? data.format : data.latinFormat
  const parts = listParts(address, data, isOwn)
  const printed = format.split('%n').flatMap((line) => {
    if (line.includes('%N')) return hasName ? fillLine(line, parts) : []
    const filled = fillLine(line, parts)
    return line.includes('%A') ? [...filled, ...listMissing(format, parts)] : filled
  })
  return [...printed, code ? formatCountry(code, language) : country].filter(Boolean)
}

function listMissing(format: string, parts: Parts): string[] {
  const missing = ['C', 'S', 'Z'].filter((name) => !format.includes(`%${name}`)).flatMap((name) => parts[name] ?? [])
  const line = missing.filter(Boolean).join(' ')
  return line ? [line] : []
}

/** Returns the fields of an address in the order of its country, joined with commas, without the name. */
export function joinAddress(address: PrintedAddress, country: string, language: string): string {
  const code = findCountryCode(country) ?? ''
  const data = readCountryData(code)
  const { address_1, house_num, address_2, city, state, postcode } = address
  const isOwn = isOwnScript(address)
  const region = findRegion(data, state)
  const values: Readonly<Record<string, string[]>> = {
    A: numberBeforeStreet.has(code) ? [house_num, address_1, address_2] : [address_1, house_num, address_2],
    C: [city],
    S: [region ? formatRegion(region, isOwn) : state],
    Z: [postcode],
  }
  const order = [...new Set([...((isOwn ? data.format : data.latinFormat).match(/%[ACSZ]/g) ?? []), '%C', '%S', '%Z'])]
  const texts = order.flatMap((token) => values[token[1] ?? ''] ?? [])
  return [...texts, code ? formatCountry(code, language) : country].filter(Boolean).join(', ')
}
