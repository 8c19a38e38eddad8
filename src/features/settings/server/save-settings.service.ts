import { isSafeLink } from '#contract/links.ts'
import type { Database } from '#server/database.ts'
import { refuseFields } from '#server/refuse.ts'
import { saveRows } from '#server/save-rows.ts'
import type { Shop } from '#server/shop.ts'
import { navigationItems } from './navigation.tables.ts'
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

/** Parents come before their children. A link that leaves the shop for an unknown host is refused before it can be shown. */
export async function saveNavigation(db: Database, rows: (typeof navigationItems.$inferInsert)[]): Promise<void> {
  for (const { id, link } of rows) {
    if (link && !isSafeLink(link)) throw refuseFields({ [`${id}.link`]: [`${link} leads out of the shop`] })
  }
  await saveRows(db, navigationItems, [navigationItems.id], rows)
}
