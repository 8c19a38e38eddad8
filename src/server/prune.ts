import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Shop } from './shop.ts'

/** Deletes what matches, some at a time: no lock and no transaction grows with what has piled up. Says how many went. */
export async function pruneRows(
  { db, bounds }: Pick<Shop, 'db' | 'bounds'>,
  table: PgTable,
  over: SQL,
): Promise<number> {
  let removed = 0
  for (let round = 0; round < bounds.pruneRounds; round++) {
    const { rowCount } = await db.execute(
      sql`delete from ${table} where ctid = any(array(select ctid from ${table} where ${over} limit ${bounds.pruneBatch}))`,
    )
    removed += rowCount ?? 0
    if ((rowCount ?? 0) < bounds.pruneBatch) break
  }
  return removed
}
