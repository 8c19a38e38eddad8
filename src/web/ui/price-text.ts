/** A price as the calls spell it: a text, the bare number, and where known the currency. */
export type PriceLike = { price?: string; price_value?: string | number | null; code?: string | null }

/** '$' and the number for US dollars, the server's own text for every other currency. */
export function priceText({ price, price_value, code }: PriceLike): string {
  if (code === 'USD' && price_value !== null && price_value !== undefined && price_value !== '')
    return `$${price_value}`
  return price ?? ''
}
