import { and, eq } from 'drizzle-orm'
import { findActiveMarket, readActiveMarkets, readShipsTo } from '#features/markets/server/ships-to.service.ts'
import { findRegions } from '#features/markets/visitor-regions.rules.ts'
import { findCountryCode } from '#features/settings/country-names.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import { readHomeCurrency, readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { addresses } from './addresses.tables.ts'

type CountryContext = Pick<Shop, 'db' | 'countryHeader'>
type CountrySigns = {
  /** The shopper's account, whose default address counts. */
  customerId?: string | null
  header: (name: string) => string | null | undefined
}

/**
 * Returns the country of a visitor who has not typed an address, among the countries that the shop ships to. The default
 * address comes first, then the header of the proxy, the regions of the browser's languages, the seller's country, and the
 * first country of the first market. Returns an empty string for a shop without active markets.
 */
export async function findVisitorCountry(
  { db, countryHeader }: CountryContext,
  { customerId, header }: CountrySigns,
): Promise<string> {
  const shipsTo = new Set(await readShipsTo(db))
  const isShippedTo = (country: string | null | undefined): country is string => !!country && shipsTo.has(country)
  const ofAddress = customerId ? await findDefaultCountry(db, customerId) : null
  if (isShippedTo(ofAddress)) return ofAddress
  const ofProxy = countryHeader ? header(countryHeader)?.toUpperCase() : null
  if (isShippedTo(ofProxy)) return ofProxy
  const ofBrowser = findRegions(header('accept-language') ?? '').find(isShippedTo)
  if (ofBrowser) return ofBrowser
  const ofSeller = await readSetting(db, 'seller_country')
  if (isShippedTo(ofSeller)) return ofSeller
  return (await readActiveMarkets(db)).find(({ countries }) => countries.length > 0)?.countries[0]?.country ?? ''
}

/** Returns the currency of a visitor who has not chosen one: the currency of the market of the visitor's country. */
export async function findFirstCurrency(shop: CountryContext, signs: CountrySigns): Promise<string> {
  const market = await findActiveMarket(shop.db, await findVisitorCountry(shop, signs))
  const known = await readCurrencies(shop.db)
  return market && known.has(market.currency) ? market.currency : readHomeCurrency(shop.db)
}

async function findDefaultCountry(db: Database, customerId: string): Promise<string | null> {
  const [found] = await db
    .select({ country: addresses.country })
    .from(addresses)
    .where(and(eq(addresses.customerId, customerId), eq(addresses.isDefault, true)))
  return found ? findCountryCode(found.country) : null
}
