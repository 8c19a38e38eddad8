import { eq } from 'drizzle-orm'
import type { CurrencyStyle } from '#contract/money/money.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { PricedCurrency } from '../conversion.rules.ts'
import { convertedPrices } from '../price-endings.rules.ts'
import { currencyStyle, readHomeCurrency } from './settings.service.ts'
import { currencies, currencyRates, settings } from './settings.tables.ts'

export type Currency = CurrencyStyle & PricedCurrency & { isHome: boolean }

/** Returns the requested currency, or the shop's own if the shop cannot convert to it. */
export function chooseCurrency(known: Map<string, Currency>, asked: string | undefined): Currency {
  return (asked === undefined ? undefined : known.get(asked)) ?? findHomeCurrency(known)
}

/** Returns the shop's own currency among the cached currencies. */
export function findHomeCurrency(known: Map<string, Currency>): Currency {
  for (const one of known.values()) if (one.isHome) return one
  throw new Error("The shop's own currency is not among its currencies")
}

/** Cached currencies that prices can be converted to. The shop's own needs no rate, because it is the base of all rates. */
export const readCurrencies = cacheValue(
  [currencies, currencyRates, settings],
  async (db): Promise<Map<string, Currency>> => {
    const homeCurrency = await readHomeCurrency(db)
    const rows = await db
      .select({
        ...currencyStyle,
        roundingAmount: currencies.roundingAmount,
        priceRule: currencies.priceRule,
        priceEnding: currencies.priceEnding,
        priceAdjustment: currencies.priceAdjustment,
        rate: currencyRates.rate,
      })
      .from(currencies)
      .leftJoin(currencyRates, eq(currencyRates.currency, currencies.code))
    const known = new Map<string, Currency>()
    for (const { rate, ...row } of rows) {
      if (row.code === homeCurrency) known.set(row.code, { ...row, ...convertedPrices, rate: 1, isHome: true })
      else if (rate !== null) known.set(row.code, { ...row, rate, isHome: false })
    }
    return known
  },
)
