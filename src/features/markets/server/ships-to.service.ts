import type { Database } from '#server/database/database.ts'
import { type Market, readMarkets } from './markets.service.ts'

/** Returns the active market of a country, or null for a country that the shop does not ship to. */
export async function findActiveMarket(db: Database, country: string): Promise<Market | null> {
  const markets = await readActiveMarkets(db)
  return markets.find(({ countries }) => countries.some((known) => known.country === country)) ?? null
}

/** Returns the countries that the shop ships to: the countries of active markets, in alphabetical order of their codes. */
export async function readShipsTo(db: Database): Promise<string[]> {
  const markets = await readActiveMarkets(db)
  return markets.flatMap(({ countries }) => countries.map(({ country }) => country)).sort()
}

export async function readActiveMarkets(db: Database): Promise<Market[]> {
  return (await readMarkets(db)).filter(({ status }) => status === 'active')
}
