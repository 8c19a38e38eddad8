import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { watchPlans } from '#testing/checks/watch-plans.ts'
import { testShop } from '#testing/test-shop.ts'
import type { listStaffReviews } from '../reviews.staff.contract.ts'
import { readStaffReviews } from './reviews.staff.service.ts'

const shop = testShop()
class Undone extends Error {}

/** The rank: 20 per star. */
async function listIndexes(input: Partial<StaffParsed<typeof listStaffReviews>>): Promise<string[]> {
  const found: string[] = []
  const undone = shop.shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`
      insert into reviews (id, order_id, customer_id, product_id, sku, rank, content, has_images, answer, answered_at, read_at, created_at)
      select n::text, n::text, n::text, 1, 'S', 80, 'Warm', n % 100 = 1, case when n % 100 = 2 then 'Thanks' end,
        case when n % 100 = 2 then now() end, case when n % 100 <> 3 then now() end, now() - make_interval(mins => n)
      from generate_series(1, 20000) n`)
    await tx.execute(sql`analyze reviews`)
    const { db, steps } = watchPlans(tx)
    await readStaffReviews({ ...shop.shop, db }, { limit: 50, ...input })
    expect(steps.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(1000)
    found.push(...new Set(steps.map(({ of }) => of).filter((of) => of !== 'reviews')))
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
  return found
}

test.each([
  [{ has_pictures: 'true' }, 'reviews_photos_idx'],
  [{ is_answered: 'true' }, 'reviews_answered_idx'],
  [{ is_read: 'false' }, 'reviews_unread_idx'],
] as const)('reads only rows of the result for a list with %o and its total', async (input, index) => {
  expect(await listIndexes(input)).toEqual([index])
})

test.each(['HB2A3B4C5D6E7', 'ada@harbor.test'])('searches for %s by an index without scanning the list', async (q) => {
  // `listIndexes` also checks the number of rows read. The table has 20,000 rows.
  expect(await listIndexes({ q })).not.toContain('reviews_created_at_idx')
})
