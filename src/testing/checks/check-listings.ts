import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { Database } from '#server/database/database.ts'

/** Expects that the list data of products equals the tables, and that no update is pending, after any changes by a test. */
export async function checkListings(db: Database): Promise<void> {
  const ids = sql`array(select id from products)`
  const { rows } = await db.execute(sql`
    (select product_id, 'listing' as what from (table listed_products except select * from listing_of(${ids})) kept)
    union all (select product_id, 'no listing' from (select * from listing_of(${ids}) except table listed_products) missing)
    union all (select product_id, 'price' from (table listed_prices except select * from listed_prices_of(${ids})) kept)
    union all (select product_id, 'no price' from (select * from listed_prices_of(${ids}) except table listed_prices) missing)
    union all (select 0, 'not written' from listing_changes)
    limit 5`)
  expect(rows).toEqual([])
}
