import { and, eq, isNull, notInArray } from 'drizzle-orm'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { marketCountries, markets } from './markets.tables.ts'
import { shippingMethods } from './shipping-methods.tables.ts'

/** The id of the market that every new shop starts with. */
export const firstMarket = 'worldwide'

/** The amounts are in the shop's own currency, unless the method names another one. The market is the first one. */
type MethodToSave = Omit<typeof shippingMethods.$inferInsert, 'currency' | 'marketId'> & {
  currency?: string
  marketId?: string
}

export async function saveShippingMethods(db: Database, rows: MethodToSave[]): Promise<void> {
  const currency = await readHomeCurrency(db)
  await saveRows(
    db,
    shippingMethods,
    [shippingMethods.id],
    rows.map((row) => ({ currency, marketId: firstMarket, ...row })),
  )
}

/** Creates or changes the market that every new shop starts with. Its countries are exactly the given ones. */
export async function saveFirstMarket(db: Database, countries: readonly string[]): Promise<void> {
  const currency = await readHomeCurrency(db)
  await db
    .insert(markets)
    .values({ id: firstMarket, name: 'Worldwide', currency, status: 'active' })
    .onConflictDoNothing()
  await db
    .delete(marketCountries)
    .where(and(eq(marketCountries.marketId, firstMarket), notInArray(marketCountries.country, [...countries])))
  await db
    .insert(marketCountries)
    .values(countries.map((country) => ({ country, marketId: firstMarket })))
    .onConflictDoNothing()
}

/** Moves free methods, such as the example, to the shop's new currency. Methods with a price keep their currency. */
export async function moveFreeMethods(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  const { currency, priceBy, priceAmount, freeFromAmount } = shippingMethods
  await tx
    .update(shippingMethods)
    .set({ currency: to })
    .where(and(eq(currency, from), eq(priceBy, 'fixed'), eq(priceAmount, 0), isNull(freeFromAmount)))
}

/** Moves markets in the shop's former currency to its new one. Markets with another currency keep that currency. */
export async function moveMarkets(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(markets).set({ currency: to }).where(eq(markets.currency, from))
}
