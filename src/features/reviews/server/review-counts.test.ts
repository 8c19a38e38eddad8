import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buyToReview, draftReview, shopWithReviews } from '#testing/shops/reviewed-goods.ts'
import * as calls from '../reviews.contract.ts'
import { reviews } from './reviews.tables.ts'

const shop = shopWithReviews()

/** The differences between the stored counts and a recount of the reviews. */
const recount = sql<number>`
  select count(*)::int as differences from (
    select counted.product, rank, has_images, coalesce(fit_label_id, 0), count(*)::int
      from reviews, lateral (values (product_id), (0)) as counted (product)
      where status = 'published' group by 1, 2, 3, 4
    except select product_id, rank, has_images, fit_label_id, reviews from review_counts
  ) as missing
  full join (
    select product_id, rank, has_images, fit_label_id, reviews from review_counts where reviews > 0
    except select counted.product, rank, has_images, coalesce(fit_label_id, 0), count(*)::int
      from reviews, lateral (values (product_id), (0)) as counted (product)
      where status = 'published' group by 1, 2, 3, 4
  ) as wrong on false`

test('keeps the counts equal to the reviews while reviews are written, hidden, shown and removed, also concurrently', async () => {
  const { db } = shop.shop
  const differences = async () => (await db.execute<{ differences: number }>(recount)).rows[0]?.differences
  const people = await Promise.all(['ada', 'bob', 'eve', 'kim', 'lou', 'max'].map((name) => shop.signedIn(name)))
  const bought = await Promise.all(
    people.map(async (person) => ({ person, ...(await buyToReview(shop.shop, person, ['LD-S', 'SS-1'])) })),
  )
  const ids = await Promise.all(
    bought.flatMap(({ person, orderNo }, index) => [
      person.call(calls.writeReview, draftReview(orderNo, { rank: 80, label_ids: [[1], [], [1, 3]][index % 3] })),
      person.call(calls.writeReview, draftReview(orderNo, { product_id: 3, sku: 'SS-1', rank: 80, label_ids: [2] })),
    ]),
  )
  expect(await differences()).toBe(0)
  const [first, second, third] = ids.map(({ id }) => id)
  await db
    .update(reviews)
    .set({ status: 'hidden' })
    .where(inArray(reviews.id, [first ?? '', second ?? '']))
  expect(await differences()).toBe(0)
  await db
    .update(reviews)
    .set({ status: 'published' })
    .where(eq(reviews.id, first ?? ''))
  await db.update(reviews).set({ rank: 40 }).where(eq(reviews.productId, 3))
  expect(await differences()).toBe(0)
  await db.delete(reviews).where(eq(reviews.id, third ?? ''))
  expect(await differences()).toBe(0)
  // Checks that the recount detects a difference.
  await db.execute(sql`update review_counts set reviews = reviews + 1 where product_id = 3 and rank = 40`)
  expect(await differences()).toBeGreaterThan(0)
  await db.execute(sql`update review_counts set reviews = reviews - 1 where product_id = 3 and rank = 40`)
})
