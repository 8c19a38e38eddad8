import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** Rebuilds the totals of every customer, in case the database was changed without its triggers. */
export async function rebuildCustomerTotals(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    // A large shop takes some seconds, more than the statement timeout of a page.
    await tx.execute(sql`set local statement_timeout = 0`)
    const { rows } = await tx.execute<{ counted: string }>(sql`select rebuild_customer_totals() as counted`)
    return Number(rows[0]?.counted ?? 0)
  })
}
