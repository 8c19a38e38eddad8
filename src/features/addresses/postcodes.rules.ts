import { msg } from '#contract/text/translate.ts'

const digits = (...lengths: number[]) => new RegExp(`^(?:${lengths.map((length) => `\\d{${length}}`).join('|')})$`)

/** Countries with a numeric postcode, grouped by the number of digits. */
const countriesByDigits: readonly (readonly [format: RegExp, countries: string])[] = [
  [digits(3), 'FO IS'],
  [digits(4), 'AT AU BE BG CH CY DK GE HU LI LU LV MK NO NZ PH SI TN ZA'],
  [digits(5), 'AX CZ DE EE ES FI FR GR HR ID IT KR LT MA MC MX MY SE SK SM TH TR UA VA'],
  [digits(6), 'BY CN IN KZ RO RU SG'],
  [digits(7), 'JP'],
  [digits(8), 'BR'],
  [digits(5, 9), 'AS GU MP PR SA US VI'],
  [digits(5, 7), 'IL'],
  [digits(4, 7), 'PT'],
  [digits(3, 5, 6), 'TW'],
  [digits(5), 'PL'],
]

const british = /^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/

const formats: ReadonlyMap<string, RegExp> = new Map<string, RegExp>([
  ...countriesByDigits.flatMap(([format, countries]) => countries.split(' ').map((code) => [code, format] as const)),
  ...['GB', 'GG', 'IM', 'JE'].map((code) => [code, british] as const),
  ['CA', /^[A-Z]\d[A-Z]\d[A-Z]\d$/],
  ['IE', /^[A-Z]\d[\dW][A-Z\d]{4}$/],
  ['NL', /^\d{4}[A-Z]{2}$/],
])

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

/** Returns the problem of a postcode, or null. Only countries with a simple format are checked, and an empty postcode is fine. */
export function findPostcodeProblem(country: string, postcode: string): string | null {
  const format = formats.get(country)
  if (!format || postcode.trim() === '' || format.test(normalizePostcode(postcode))) return null
  return msg('Please enter a valid postcode')
}
