import { sql } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'

/** Counts what every customer did anew, for a database that was changed behind the back of its triggers. */
export async function rebuildCustomerTotals(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    // A large shop is counted in some seconds, which is longer than a page may take.
    await tx.execute(sql`set local statement_timeout = 0`)
    const { rows } = await tx.execute<{ counted: string }>(sql`select rebuild_customer_totals() as counted`)
    return Number(rows[0]?.counted ?? 0)
  })
}
