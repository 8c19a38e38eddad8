// Cached, because creating a formatter costs a hundred times as much as using it, and a page shows dozens of numbers.
const formats = new Map<string, Intl.NumberFormat>()

/**
 * Formats a number for a language: 4.5 becomes `4,5` in German. Digits are Latin everywhere, as in prices, order
 * numbers and times.
 */
export function formatNumber(value: number, language: string, options?: Intl.NumberFormatOptions): string {
  const name = language + JSON.stringify(options)
  const format = formats.get(name) ?? new Intl.NumberFormat(`${language}-u-nu-latn`, options)
  formats.set(name, format)
  const text = format.format(value)
  // Server and browser may use different spaces and direction marks, but must render the same page.
  return text.replace(/\s/g, '\u00a0').replace(/[\u061c\u200e\u200f]/g, '')
}
