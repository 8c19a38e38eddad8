import type { Database } from '#server/database.ts'
import { saveRows } from '#server/save-rows.ts'
import { returnReasons } from './returns.tables.ts'

/** Categories come before the specific reasons below them. */
export async function saveReturnReasons(db: Database, rows: (typeof returnReasons.$inferInsert)[]): Promise<void> {
  await saveRows(db, returnReasons, [returnReasons.id], rows)
}
