import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { openDatabase } from '#server/database/database.ts'
import {
  buyToReview,
  draftReview,
  type ReviewDraft,
  shopWithReviews,
  uploadPicture,
} from '#testing/shops/reviewed-goods.ts'
import type { Person } from '#testing/test-shop.ts'
import * as calls from '../reviews.contract.ts'
import { reviews } from './reviews.tables.ts'

const shop = shopWithReviews()
const notFound = { status: 404, refusal: { code: 'not_found' } }

test('The picture of the bought item, as in its order.', async () => {
  const response = await shop.stranger().fetch('/rest/reviews/label')
  const body = await response.json()
  expect(body).toMatchObject({ code: 0, message: 'success' })
  expect(body.data).toEqual([
    { id: 1, name: 'Runs small', kind: 'fit' },
    { id: 2, name: 'True to size', kind: 'fit' },
    { id: 3, name: 'Runs large', kind: 'fit' },
    { id: 4, name: 'Lovely fabric', kind: 'tag' },
    { id: 5, name: 'Good value', kind: 'tag' },
  ])
})

test('lists published reviews of a product newest first, with average, distribution, photos and fit', async () => {
  const { db } = shop.shop
  await db.delete(reviews)
  const [ada, bob, eve] = [await shop.signedIn('ada'), await shop.signedIn('bob'), await shop.signedIn('eve')]
  const write = async (person: Person, changes: Partial<ReviewDraft>) => {
    shop.clock.advance(60_000)
    const { orderNo } = await buyToReview(shop.shop, person, ['LD-S', 'SS-1'])
    return person.call(calls.writeReview, draftReview(orderNo, changes))
  }
  const first = await write(ada, { rank: 100, label_ids: [2] })
  await buyToReview(shop.shop, bob, ['LD-S'])
  const withPhoto = await write(bob, { rank: 70, label_ids: [2, 4], image_ids: await uploadPicture(bob, 'red') })
  const third = await write(eve, { rank: 20, label_ids: [1] })
  const hidden = await write(eve, { rank: 10 })
  const ofScarf = await write(ada, { product_id: 3, sku: 'SS-1', rank: 50 })
  await db.update(reviews).set({ status: 'hidden' }).where(eq(reviews.id, hidden.id))

  const stranger = shop.stranger()
  const all = await stranger.call(calls.listProductReviews, { handle: 'linen-dress' })
  expect(all.data.map(({ id }) => id)).toEqual([third.id, withPhoto.id, first.id])
  expect(all.data[2]).toMatchObject({
    author: 'A***a',
    rank: 100,
    label: [{ name: 'True to size' }],
    options: [{ name: 'Size', value_name: 'S', us_size: null }],
    product: { handle: 'linen-dress', name: 'Linen Dress' },
  })
  expect(all.meta).toEqual({
    pagination: { current_page: 1, total_pages: 1, total: 3 },
    summary: {
      average: 3.2,
      total: 3,
      with_photos: 1,
      distribution: [
        { stars: 5, reviews: 1 },
        { stars: 4, reviews: 1 },
        { stars: 3, reviews: 0 },
        { stars: 2, reviews: 0 },
        { stars: 1, reviews: 1 },
      ],
      fit: [
        { name: 'Runs small', reviews: 1 },
        { name: 'True to size', reviews: 2 },
        { name: 'Runs large', reviews: 0 },
      ],
    },
  })
  const photos = await stranger.call(calls.listProductReviews, { handle: 'linen-dress', with_photos: 1 })
  expect(photos.data.map(({ id }) => id)).toEqual([withPhoto.id])
  expect(photos.meta.pagination.total).toBe(1)
  const fourStars = await stranger.call(calls.listProductReviews, { handle: 'linen-dress', stars: 4 })
  expect(fourStars.data.map(({ id }) => id)).toEqual([withPhoto.id])
  const second = await stranger.call(calls.listProductReviews, { handle: 'linen-dress', page: 2, limit: 2 })
  expect(second.data.map(({ id }) => id)).toEqual([first.id])
  expect(second.meta.pagination).toEqual({ current_page: 2, total_pages: 2, total: 3 })
  const everywhere = await stranger.call(calls.listReviews, { limit: 2 })
  expect(everywhere.data.map(({ id }) => id)).toEqual([ofScarf.id, third.id])
  expect(everywhere.meta.pagination.total).toBe(4)
  await expect(stranger.call(calls.listProductReviews, { handle: 'no-such' })).rejects.toMatchObject(notFound)
  await expect(stranger.call(calls.listReviews, { stars: 6 })).rejects.toMatchObject({ status: 422 })
})

test('uses the same number of queries for one review and for a hundred reviews', async () => {
  const ada = await shop.signedIn()
  for (const [index, name] of ['LD-S', 'WC-M', 'SS-1'].entries()) {
    const { orderNo } = await buyToReview(shop.shop, ada, [name])
    await ada.call(calls.writeReview, draftReview(orderNo, { product_id: index + 1, sku: name, label_ids: [2, 4] }))
  }
  const counted = openDatabase(shop.url, { max: 5 })
  let queries = 0
  counted.pool.on('acquire', () => {
    queries += 1
  })
  const api = createShopApi({ ...shop.shop, db: counted.db })
  const ask = async (limit: number) => {
    queries = 0
    const response = await api.request(`/rest/reviews?limit=${limit}`)
    return { queries, reviews: (await response.json()).data.length as number }
  }
  const one = await ask(1)
  const many = await ask(100)
  await counted.close()
  expect(many.reviews).toBeGreaterThan(one.reviews)
  expect(many.queries).toBe(one.queries)
})
