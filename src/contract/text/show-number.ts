// Making one costs a hundred times what using it does, and a page shows dozens of numbers.
const formats = new Map<string, Intl.NumberFormat>()

/** 4.5 reads `4,5` in German; with Latin digits everywhere, as in prices, order numbers and times. */
export function showNumber(value: number, language: string, options?: Intl.NumberFormatOptions): string {
  const name = language + JSON.stringify(options)
  const format = formats.get(name) ?? new Intl.NumberFormat(`${language}-u-nu-latn`, options)
  formats.set(name, format)
  const text = format.format(value)
  // Server and browser may differ in their spaces and direction marks; the page has to be the same from both.
  return text.replace(/\s/g, '\u00a0').replace(/[\u061c\u200e\u200f]/g, '')
}
