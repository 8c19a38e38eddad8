import type { StaffMarket } from '../markets.staff.contract.ts'

/** Form values of a market. Postal codes are one text with a line for each country: `GB: BT, GY`. */
export type MarketValues = Omit<StaffMarket, 'countries' | 'languages' | 'id'> & {
  countries: string[]
  postcodes: string
}

/** Returns the form values of a market. A new market is a draft in the shop's own currency. */
export function toMarketValues(market: StaffMarket | undefined, homeCurrency: string): MarketValues {
  if (!market) {
    return {
      ...{ name: '', currency: homeCurrency, tax_display: 'included', status: 'draft', sort: 0 },
      ...{ countries: [], postcodes: '' },
    }
  }
  const { id: _, languages: __, countries, ...rest } = market
  return {
    ...rest,
    countries: countries.map(({ country }) => country),
    postcodes: countries
      .filter(({ excluded_postcodes: excluded }) => excluded.length > 0)
      .map(({ country, excluded_postcodes: excluded }) => `${country}: ${excluded.join(', ')}`)
      .join('\n'),
  }
}

/** Returns the changed values to send. Countries and their postal codes are sent together, because they are one list. */
export function toSentMarket(changed: Partial<MarketValues>, values: MarketValues) {
  const { countries, postcodes, ...rest } = changed
  if (countries === undefined && postcodes === undefined) return rest
  const excluded = readPostcodes(values.postcodes)
  return {
    ...rest,
    countries: values.countries.map((country) => ({ country, excluded_postcodes: excluded.get(country) ?? [] })),
  }
}

function readPostcodes(text: string): Map<string, string[]> {
  return new Map(
    text.split('\n').flatMap((line): [string, string[]][] => {
      const [country = '', codes] = line.split(':')
      if (codes === undefined) return []
      return [[country.trim().toUpperCase(), codes.split(',').flatMap((code) => code.trim() || [])]]
    }),
  )
}

/** Returns the id of a new market: its name in small letters with hyphens. */
export function toMarketId(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
}
