import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database.ts'

/** Whatever customers have lived through in a test, what is kept of them is what counting them anew finds. */
export async function checkTotals(db: Database): Promise<void> {
  const read = async () => {
    const totals = sql`select customer_id, orders, returns, delivered_items, returned_items from customer_totals order by 1`
    const spending = sql`select customer_id, currency, amount, orders from customer_spending where orders <> 0 or amount <> 0 order by 1, 2`
    return [(await db.execute(totals)).rows, (await db.execute(spending)).rows]
  }
  const kept = await read()
  await db.execute(sql`select rebuild_customer_totals()`)
  expect(kept).toEqual(await read())
}
