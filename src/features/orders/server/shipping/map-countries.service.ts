import { eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { findCountryInAnyLanguage } from '#features/settings/server/country-names.service.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import { orderAddresses } from '../orders.tables.ts'

type Place = { table: PgTable; id: AnyPgColumn; country: AnyPgColumn }

const places: readonly Place[] = [
  { table: orderAddresses, id: orderAddresses.orderId, country: orderAddresses.country },
  { table: addresses, id: addresses.id, country: addresses.country },
]

const timer = 'mapCountries'
// 10,000: far more country spellings than the shoppers of a shop have typed. The limit includes unknown texts, which
// stay unchanged.
const maxTexts = 10_000
// 500: these rows stay locked for well under a second, because rewriting their order documents takes about 0.2 s.
const batchSize = 500

/**
 * Converts country names to ISO codes, in batches. Shoppers typed such names before the form had a list of countries.
 * Text that matches no country in any of the shop's languages stays unchanged.
 */
export async function mapCountries(shop: Shop): Promise<void> {
  for (const place of places) {
    for (const text of await listTexts(shop, place)) {
      const code = await findCountryInAnyLanguage(text)
      if (code !== null) await mapText(shop, place, text, code)
    }
  }
}

async function listTexts({ db }: Shop, { table, country }: Place): Promise<string[]> {
  const codes = sql`string_to_array(${countryCodes.join(',')}, ',')`
  const { rows } = await db.execute<{ text: string }>(
    sql`select distinct ${country} as text from ${table} where ${country} <> all(${codes}) order by 1 limit ${maxTexts}`,
  )
  return rows.map(({ text }) => text)
}

async function mapText(shop: Shop, place: Place, text: string, code: string): Promise<void> {
  const { table, id, country } = place
  const isMatch = eq(country, text)
  const update = (which: SQL) =>
    shop.db.execute(sql`update ${table} set country = ${code} where ${which} and ${isMatch}`)
  try {
    for (;;) {
      const batch = sql`select ${id} from ${table} where ${isMatch} limit ${batchSize} for update skip locked`
      const { rowCount } = await shop.db.transaction((tx) =>
        tx.execute(sql`update ${table} set country = ${code} where ${id} = any(array(${batch}))`),
      )
      if ((rowCount ?? 0) < batchSize) return
    }
  } catch {
    // A single failing row would fail its whole batch, so rows are then processed one by one.
    await processInBatches(shop, timer, {
      find: async (isReady, max) => {
        const { rows } = await shop.db.execute<{ id: string }>(
          sql`select ${id} as id from ${table} where ${isMatch} and ${isReady(id)} limit ${max}`,
        )
        return rows
      },
      work: (row) => update(eq(id, row.id)),
    })
  }
}
