import { countryCodes, isCountryCode } from './country-codes.rules.ts'

/**
 * Cache of `Intl.DisplayNames` by language, because creating an instance takes about a millisecond. Holds at most one
 * instance for each language of the shop.
 */
const countryNamesByLanguage = new Map<string, Intl.DisplayNames>()

/**
 * Returns the name of a country in a language. Text that is not an ISO code, for example from an old row, is returned
 * unchanged.
 */
export function formatCountry(country: string, language = 'en'): string {
  if (!isCountryCode(country)) return country
  let names = countryNamesByLanguage.get(language)
  if (!names) {
    names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
    countryNamesByLanguage.set(language, names)
  }
  return names.of(country) ?? country
}

export type CountryName = { code: string; name: string }

/** Returns every country with its name in a language, in the order of that language's alphabet. */
export function listCountryNames(codes: readonly string[], language: string): CountryName[] {
  const { compare } = new Intl.Collator([language, 'en'])
  return codes.map((code) => ({ code, name: formatCountry(code, language) })).sort((a, b) => compare(a.name, b.name))
}

/** Common names of countries that `Intl` does not list. */
const countryAliases: Record<string, string> = {
  usa: 'US',
  america: 'US',
  'united states of america': 'US',
  'great britain': 'GB',
  britain: 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  turkey: 'TR',
  'ivory coast': 'CI',
  burma: 'MM',
  macedonia: 'MK',
  swaziland: 'SZ',
  'cape verde': 'CV',
  'republic of ireland': 'IE',
  'russian federation': 'RU',
  'republic of korea': 'KR',
  'viet nam': 'VN',
}

/** Makes names comparable by removing accents, punctuation and capitals. */
export function foldCountryName(name: string): string {
  const plain = name.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plain
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/[\s,'’-]+/g, ' ')
    .trim()
}

/** Adds a language's country names to an index by folded name. Existing names keep their country. */
export function addCountryNames(index: Map<string, string>, language: string): void {
  for (const style of ['long', 'short'] as const) {
    const names = new Intl.DisplayNames([language], { type: 'region', style })
    for (const code of countryCodes) {
      const name = foldCountryName(names.of(code) ?? code)
      if (!index.has(name)) index.set(name, code)
    }
  }
}

let englishNames: Map<string, string> | undefined

/** Returns the ISO code of a country given as a code (`US`, `us`) or by an English name (`United States`, `UK`), or null. */
export function findCountryCode(text: string): string | null {
  const code = text.trim().toUpperCase()
  if (isCountryCode(code)) return code
  if (!englishNames) {
    englishNames = new Map(Object.entries(countryAliases))
    addCountryNames(englishNames, 'en')
  }
  return englishNames.get(foldCountryName(text)) ?? null
}

type Place = { country: string; country_code: string | null }

/** Returns a stored country with its English name and code. Text that is not a country stays unchanged. */
export function resolveCountry(stored: string): Place {
  const code = findCountryCode(stored)
  return { country: code === null ? stored : formatCountry(code), country_code: code }
}

/** Returns the same address with the name of its country in a language. */
export function localizeCountry<A extends Place>(language: string, address: A): A {
  return address.country_code === null
    ? address
    : { ...address, country: formatCountry(address.country_code, language) }
}
