import { countryCodes } from '../country-codes.rules.ts'

let known: ReadonlyMap<string, string> | undefined

/** `US` for what shoppers wrote as `United States`; null for what is no country's name in English. */
export function findCountryCode(name: string): string | null {
  if (!known) {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    known = new Map(countryCodes.map((code) => [(names.of(code) ?? code).toLowerCase(), code]))
  }
  return known.get(name.trim().toLowerCase()) ?? null
}
