import { inArray, sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { documents } from './documents.tables.ts'
import { toFileKey } from './read-documents.service.ts'

/**
 * Erases the buyer from the documents of orders, and the reasons that staff wrote. Numbers, rows and amounts stay. The country also
 * stays, because the tax depends on the country. Returns the keys of the stored files, which the caller removes.
 */
export async function eraseDocuments(tx: Database, orderIds: string[]): Promise<string[]> {
  if (orderIds.length === 0) return []
  // A trigger refuses changes of issued documents, unless the transaction has this setting.
  await tx.execute(sql`select set_config('harbor.erasing', 'on', true)`)
  const buyer = sql`${documents.snapshot} -> 'buyer'`
  const nobody = sql`jsonb_build_object('name', '', 'company', '', 'address_lines', '[]'::jsonb, 'street', '', 'postcode', '',
    'city', '', 'country', ${buyer} -> 'country', 'vat_number', '')`
  const withoutBuyer = sql`jsonb_set(${documents.snapshot}, '{buyer}', ${nobody})`
  const erased = await tx
    .update(documents)
    .set({
      snapshot: sql`case when ${documents.kind} = 'credit_note'
        then jsonb_set(${withoutBuyer}, '{credit,reason}', '""') else ${withoutBuyer} end`,
    })
    .where(inArray(documents.orderId, orderIds))
    .returning({ id: documents.id })
  await tx.execute(sql`select set_config('harbor.erasing', '', true)`)
  return erased.map(({ id }) => toFileKey(id))
}
