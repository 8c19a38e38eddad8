import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { shippingMethods } from './shipping-methods.tables.ts'

export async function saveShippingMethods(db: Database, rows: (typeof shippingMethods.$inferInsert)[]): Promise<void> {
  await saveRows(db, shippingMethods, [shippingMethods.id], rows)
}
