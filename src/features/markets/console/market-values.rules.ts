/** Form values of a new market. The page of the market has the other fields. */
export type MarketValues = { name: string; currency: string; countries: string[] }

/** Returns the form values of a new market in the shop's own currency. */
export function toMarketValues(homeCurrency: string): MarketValues {
  return { name: '', currency: homeCurrency, countries: [] }
}

/** Converts the form values for the request. A new market is a draft. */
export function toSentMarket({ name, currency, countries }: MarketValues) {
  return { name, currency, countries: countries.map((country) => ({ country, excluded_postcodes: [] })) }
}

/** Returns the id of a new market: its name in small letters with hyphens. */
export function toMarketId(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
