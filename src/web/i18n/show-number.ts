/** 4.5 reads `4,5` in German; with Latin digits everywhere, as in prices, order numbers and times. */
export function showNumber(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  const text = new Intl.NumberFormat(`${language}-u-nu-latn`, options).format(value)
  // Server and browser may differ in their spaces and direction marks; the page has to be the same from both.
  return text.replace(/\s/g, '\u00a0').replace(/[\u061c\u200e\u200f]/g, '')
}
