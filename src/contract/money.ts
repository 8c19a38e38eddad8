// Amounts are integers in the currency's smallest unit: 12800 USD is a hundred and twenty-eight dollars.

/** What the shop counts in: exchange rates are told in it, and whoever picked nothing sees it. */
export const homeCurrency = 'USD'

/** A currency as far as showing money needs it. */
export type CurrencyStyle = { code: string; symbol_left: string; symbol_right: string; decimals: number }

/** Money as the wire carries it: `price` is ready to show, `price_value` is the bare number with its decimals. */
export type WirePrice = { code: string; price: string; price_value: string }

/** 12800 with 2 decimals reads '128.00'. Done on digits, because dividing money rounds it. */
export function toPriceValue(amount: number, decimals: number): string {
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const part = decimals > 0 ? `.${digits.slice(-decimals)}` : ''
  return `${amount < 0 ? '-' : ''}${whole}${part}`
}

export function toWirePrice(amount: number, style: CurrencyStyle): WirePrice {
  const value = toPriceValue(Math.abs(amount), style.decimals)
  const sign = amount < 0 ? '-' : ''
  return {
    code: style.code,
    price: `${sign}${style.symbol_left}${value}${style.symbol_right}`,
    price_value: `${sign}${value}`,
  }
}

/** Dollars show as `$` and the value, everything else as the text the server prepared. */
export function showPrice(price: { code: string; price: string; price_value: string }): string {
  if (price.code !== homeCurrency) return price.price
  return price.price_value.startsWith('-') ? `-$${price.price_value.slice(1)}` : `$${price.price_value}`
}
