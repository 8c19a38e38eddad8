import { eq, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { rebaseLimit } from '../exchange-rates.rules.ts'
import { convertedPrices } from '../price-endings.rules.ts'
import { clearRateState } from './exchange-rates.service.ts'
import { saveSetting } from './save-settings.service.ts'
import { readHomeCurrency } from './settings.service.ts'
import { currencies, currencyRates } from './settings.tables.ts'

type HomeContext = Pick<Shop, 'db' | 'hooks'>

/** Returns whether amounts in the shop's own currency exist that cannot be converted: orders and store credit. */
export async function isHomeCurrencyFixed({ db, hooks }: HomeContext): Promise<boolean> {
  for (const fixes of hooks.fixesHomeCurrency) if (await fixes(db)) return true
  return false
}

/**
 * Changes the shop's own currency in the caller's transaction. All exchange rates are divided by the rate of the new
 * currency, so that converted prices stay the same. Prices, coupons and shipping methods name their currency and stay.
 */
export async function changeHomeCurrency(shop: HomeContext, to: string): Promise<void> {
  const { db, hooks } = shop
  const from = await readHomeCurrency(db)
  if (from === to) return saveSetting(db, 'currency', to)
  if (await isHomeCurrencyFixed(shop)) throw refuse('currency_fixed')
  const before = await readExchange(db, from)
  const after = await readExchange(db, to)
  if (!after) throw refuseFields({ 'shop.currency': [`This shop has no ${to}. Add the currency first.`] })
  // The smallest rate that the column can store keeps a rate positive.
  await db.update(currencyRates).set({
    rate: sql`greatest(round(${currencyRates.rate} / ${after.rate}::numeric, 10), 0.0000000001)`,
  })
  await db.update(currencyRates).set({ rate: 1 }).where(eq(currencyRates.currency, to))
  await db.update(currencies).set(convertedPrices).where(eq(currencies.code, to))
  await saveSetting(db, 'currency', to)
  await clearRateState(db)
  const convert = (amount: number) => (before ? rebaseLimit(amount, before, after) : amount)
  for (const onChange of hooks.onHomeCurrencyChanged) await onChange(db, { from, to, convert })
}

async function readExchange(db: Database, code: string): Promise<{ rate: number; decimals: number } | undefined> {
  const [found] = await db
    .select({ rate: currencyRates.rate, decimals: currencies.decimals })
    .from(currencies)
    .innerJoin(currencyRates, eq(currencyRates.currency, currencies.code))
    .where(eq(currencies.code, code))
  return found
}
