import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

const batchSize = 1000

/**
 * Rebuilds the listings in batches after a migration that changed them. Concurrent changes of a product wait a moment.
 */
export async function rebuildListings(db: Database): Promise<number> {
  let last = 0
  let written = 0
  for (;;) {
    const { rows } = await db.execute<{ last: number | null; written: string }>(sql`
      with batch as materialized (select id from products where id > ${last} order by id limit ${batchSize})
      select max(id) as last, count(*) as written, write_listings(array_agg(id)) from batch`)
    const [done] = rows
    if (!done?.last) return written
    last = done.last
    written += Number(done.written)
  }
}
