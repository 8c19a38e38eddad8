// Amounts are integers in the currency's smallest unit: 12800 in USD is 128 dollars.

/** Totals in this currency are written as a sign and the bare value in the account area, in every language. */
const bareTotals = { code: 'USD', sign: '$' } as const

/** The parts of a currency that are needed to format money. */
export type CurrencyStyle = { code: string; symbol_left: string; symbol_right: string; decimals: number }

/** A currency for one reader. The language determines the position of the symbol and the grouping of digits. */
export type PriceStyle = CurrencyStyle & { language: string }

/** Money on the wire: `price` is ready to show, `price_value` is the bare number with its decimals. */
export type WirePrice = { code: string; price: string; price_value: string }

/**
 * Formats 12800 with 2 decimals as '128.00'. The digits are moved as text, because a division could round the amount.
 */
export function toPriceValue(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${part}`
}

export function toWirePrice(amount: number, style: PriceStyle): WirePrice {
  const value = toPriceValue(amount, style.decimals)
  return { code: style.code, price: writePrice(value, style), price_value: value }
}

/** Returns the text of a total in the account area: dollars as `$` and the bare value, other currencies as their price text. */
export function formatTotal(price: WirePrice): string {
  if (price.code !== bareTotals.code) return price.price
  const { price_value: value } = price
  return value.startsWith('-') ? `-${bareTotals.sign}${value.slice(1)}` : `${bareTotals.sign}${value}`
}

type Writer = { format: Intl.NumberFormat; sign: string }

const writers = new Map<string, Writer>()
const texts = new Map<string, string>()
// 20,000 texts use about 3 MB. Prices of a catalog repeat, and formatting a price takes 2 to 4 µs.
const maxTexts = 20_000

/**
 * Formats '1280.00' as money of the language: `€1,280.00`, `1.280,00 €`. The symbol is the shop's setting for the
 * currency.
 */
export function writePrice(value: string, style: PriceStyle): string {
  const name = `${style.language} ${style.code} ${style.decimals} ${style.symbol_left}${style.symbol_right}`
  const known = texts.get(`${name} ${value}`)
  if (known !== undefined) return known
  const { format, sign } = findWriter(name, style)
  const own = `${style.symbol_left}${style.symbol_right}`.trim() || sign
  // The formatter takes digits as text, so that no amount becomes a float.
  const text = clean(format.format(value as Intl.StringNumericLiteral)).replace(sign, () => own)
  if (texts.size >= maxTexts) texts.clear()
  texts.set(`${name} ${value}`, text)
  return text
}

/** Returns a cached formatter. Creating a formatter costs a hundred times as much as using a formatter. */
function findWriter(name: string, { language, code, decimals }: PriceStyle): Writer {
  const known = writers.get(name)
  if (known) return known
  // Latin digits everywhere, as in order numbers and times.
  const format = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  const part = format.formatToParts(0).find(({ type }) => type === 'currency')
  const writer = { format, sign: clean(part?.value ?? code) }
  writers.set(name, writer)
  return writer
}

/** Removes direction marks, because screens isolate prices. Replaces narrow spaces, which some fonts lack. */
function clean(text: string): string {
  return text.replace(/\s/g, '\u00a0').replace(/[\u061c\u200e\u200f]/g, '')
}
