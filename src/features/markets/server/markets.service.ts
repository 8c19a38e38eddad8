import { asc } from 'drizzle-orm'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { marketCountries, markets } from './markets.tables.ts'

export type MarketCountry = { country: string; excludedPostcodes: string[] }
export type Market = typeof markets.$inferSelect & { countries: MarketCountry[] }

/** Returns all markets with their countries, in the order of the console. */
export const readMarkets = cacheValue([markets, marketCountries], async (db): Promise<Market[]> => {
  const rows = await db.select().from(markets).orderBy(asc(markets.sort), asc(markets.id))
  const countries = Map.groupBy(
    await db.select().from(marketCountries).orderBy(asc(marketCountries.country)),
    ({ marketId }) => marketId,
  )
  return rows.map((market) => ({
    ...market,
    countries: (countries.get(market.id) ?? []).map(({ country, excludedPostcodes }) => ({
      country,
      excludedPostcodes,
    })),
  }))
})

/** Returns the market of a country, or null for a country without a market. */
export async function findMarket(db: Database, country: string): Promise<Market | null> {
  return (await readMarkets(db)).find((one) => one.countries.some((known) => known.country === country)) ?? null
}
