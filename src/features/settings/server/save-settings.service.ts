import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import type { Shop } from '#server/shop.ts'
import type { SettingKey } from './settings.service.ts'
import { currencies, currencyRates, languages, settings } from './settings.tables.ts'

export async function saveSetting(db: Database, key: SettingKey, value: string): Promise<void> {
  await saveRows(db, settings, [settings.key], [{ key, value }])
}

export async function saveLanguages(db: Database, rows: (typeof languages.$inferInsert)[]): Promise<void> {
  await saveRows(db, languages, [languages.id], rows)
}

type CurrencyWithRate = typeof currencies.$inferInsert & { rate: number }

export async function saveCurrencies({ db, clock }: Shop, rows: CurrencyWithRate[]): Promise<void> {
  const asOf = clock.now()
  await db.transaction(async (tx) => {
    await saveRows(
      tx,
      currencies,
      [currencies.id],
      rows.map(({ rate: _, ...row }) => row),
    )
    await saveRows(
      tx,
      currencyRates,
      [currencyRates.currency],
      rows.map(({ code, rate }) => ({ currency: code, rate, asOf })),
    )
  })
}
