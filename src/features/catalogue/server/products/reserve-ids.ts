import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { categoryIds, productIds, skuIds } from '../catalogue.tables.ts'

const sequences = { categories: categoryIds, products: productIds, skus: skuIds }

/** Reserves unique ids for new rows. */
export async function reserveIds(db: Database, of: keyof typeof sequences, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await db.execute<{ id: number }>(
    sql`select nextval(${sequences[of].seqName})::int as id from generate_series(1, ${count})`,
  )
  return rows.map(({ id }) => id)
}
