import { eq } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { createCaller } from '#contract/calls/call.ts'
import { images } from '#features/images/server/images.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import {
  buyToReview,
  draftReview,
  type ReviewDraft,
  shopWithReviews,
  uploadPicture,
} from '#testing/shops/reviewed-goods.ts'
import { json } from '#testing/test-shop.ts'
import * as calls from '../reviews.contract.ts'

const shop = shopWithReviews()
const notFound = { status: 404, refusal: { code: 'not_found' } }

afterEach(async () => {
  await shop.shop.db.delete(settings)
})

test('stores a review of a complete order with stars, text, labels and pictures, and returns it', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S', 'WC-M'])
  const ids = [await uploadPicture(ada, 'red'), await uploadPicture(ada, 'green')]
  const sent = draftReview(orderNo, {
    email: ada.email,
    image_ids: ids,
    label_ids: '4, 2',
    content: '  Soft and light.  ',
  })
  const response = await ada.fetch('/rest/reviews', json(sent))
  const body = await response.json()
  expect(body).toEqual({
    data: {
      id: expect.any(String),
      product_id: 1,
      sku: 'LD-S',
      rank: 90,
      content: 'Soft and light.',
      label: [{ name: 'True to size' }, { name: 'Lovely fabric' }],
      images: { data: ids.map((image) => ({ path: `/images/${image}` })) },
      created_at: '2026-06-15 10:00:00',
    },
  })
  const ownReviews = await ada.call(calls.listMyReviews, { order_id: id, product_id: 1 })
  expect(ownReviews).toEqual({
    data: [body.data],
    meta: { pagination: { current_page: 1, total_pages: 1, total: 1 } },
  })
  const ofOther = await ada.call(calls.listMyReviews, { order_id: id, product_id: 2 })
  expect(ofOther.data).toEqual([])
  const wire = await ada.fetch(`/rest/customer/reviews?order_id=${id}&page=1&per_page=200`)
  expect((await wire.json()).data).toEqual([body.data])
})

test('accepts the labels "Runs small" and "Runs large" together, and counts only reviews with one fit label', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buyToReview(shop.shop, ada, ['SS-1'])
  const ofScarf = { product_id: 3, sku: 'SS-1' }
  const written = await ada.call(calls.writeReview, draftReview(orderNo, { ...ofScarf, label_ids: '1,3,4' }))
  expect(written.label.map(({ name }) => name)).toEqual(['Runs small', 'Runs large', 'Lovely fabric'])
  const clear = await buyToReview(shop.shop, ada, ['SS-1'])
  await ada.call(calls.writeReview, draftReview(clear.orderNo, { ...ofScarf, label_ids: '3,4' }))
  const { meta } = await ada.call(calls.listProductReviews, { handle: 'silk-scarf' })
  expect(meta.summary).toMatchObject({
    total: 2,
    fit: [
      { name: 'Runs small', reviews: 0 },
      { name: 'True to size', reviews: 0 },
      { name: 'Runs large', reviews: 1 },
    ],
  })
})

test('accepts ids joined by commas and as an array', async () => {
  const ada = await shop.signedIn()
  const first = await buyToReview(shop.shop, ada, ['LD-S'])
  const second = await buyToReview(shop.shop, ada, ['LD-S'])
  const ids = [await uploadPicture(ada, 'red'), await uploadPicture(ada, 'blue')]
  const joined = await ada.call(
    calls.writeReview,
    draftReview(first.orderNo, { image_ids: ids.join(), label_ids: '4,5' }),
  )
  const listed = await ada.call(calls.writeReview, draftReview(second.orderNo, { image_ids: ids, label_ids: [4, '5'] }))
  expect(joined.images).toEqual(listed.images)
  expect(joined.label).toEqual(listed.label)
  expect(joined.label).toHaveLength(2)
})

test.each([
  ['no text', { content: ' ' }, 'content', 'Please enter description'],
  ['501 characters', { content: 'x'.repeat(501) }, 'content', 'No more than 500 characters'],
  ['a rank between two half steps', { rank: 95 }, 'rank', 'Please choose a rating from half a star to five stars'],
  ['no stars', { rank: 0 }, 'rank', 'Please choose a rating from half a star to five stars'],
  ['six stars', { rank: 120 }, 'rank', 'Please choose a rating from half a star to five stars'],
  ['an unknown label', { label_ids: '4,99' }, 'label_ids', 'One of these labels is no longer offered'],
  ['a retired label', { label_ids: [6] }, 'label_ids', 'One of these labels is no longer offered'],
  ['a label that is not a number', { label_ids: 'soft' }, 'label_ids', 'One of these labels is no longer offered'],
  ['six pictures', { image_ids: 'a,b,c,d,e,f' }, 'image_ids', 'Up to 5 pictures'],
])('returns 422 for a review with %s and stores nothing', async (_, changes, field, message) => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  await expect(ada.call(calls.writeReview, draftReview(orderNo, changes))).rejects.toMatchObject({
    status: 422,
    refusal: { message, errors: { [field]: [message] } },
  })
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([])
})

test("returns 404 for reading and writing a review of another shopper's order, as for a missing order", async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  await ada.call(calls.writeReview, draftReview(orderNo))
  await expect(bob.call(calls.writeReview, draftReview(orderNo))).rejects.toMatchObject(notFound)
  for (const page of [1, 2, 50]) {
    await expect(bob.call(calls.listMyReviews, { order_id: id, page })).rejects.toMatchObject(notFound)
  }
  expect((await ada.call(calls.listMyReviews, { order_id: id, page: 2 })).data).toEqual([])
  await expect(bob.call(calls.listMyReviews, { order_id: newId() })).rejects.toMatchObject(notFound)
  await expect(bob.call(calls.writeReview, draftReview(newOrderNo()))).rejects.toMatchObject(notFound)
})

test('returns 404 for another email address and for a product outside of the order', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  const wrongs: Partial<ReviewDraft>[] = [
    { email: 'bob@harbor.test' },
    { product_id: 2 },
    { sku: 'WC-M' },
    { product_id: 99 },
  ]
  for (const wrong of wrongs) {
    await expect(ada.call(calls.writeReview, draftReview(orderNo, wrong))).rejects.toMatchObject(notFound)
  }
  const image = await drawPicture('red')
  const email = 'bob@harbor.test'
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 2 })).rejects.toMatchObject(notFound)
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 1, email })).rejects.toMatchObject(notFound)
})

test.each([10, 9])('rejects a review of an order in status %d', async (statusId) => {
  const ada = await shop.signedIn()
  const { db, clock } = shop.shop
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S'], 10)
  if (statusId === 9) await db.update(orders).set({ statusId, closedAt: clock.now() }).where(eq(orders.id, id))
  await expect(ada.call(calls.writeReview, draftReview(orderNo))).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'review_not_open' },
  })
})

test('returns the first review for a second submission and changes nothing', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S', 'WC-M'])
  const first = await ada.call(calls.writeReview, draftReview(orderNo, { label_ids: '4' }))
  const unused = await uploadPicture(ada, 'yellow')
  const again = draftReview(orderNo, { rank: 10, content: 'Changed my mind.', image_ids: unused, label_ids: '5' })
  expect(await ada.call(calls.writeReview, again)).toEqual(first)
  const [image] = await shop.shop.db.select().from(images).where(eq(images.id, unused))
  expect(image?.usedAt).toBeNull()
  await ada.call(calls.writeReview, draftReview(orderNo, { product_id: 2, sku: 'WC-M' }))
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toHaveLength(2)
  // A page beyond the last page is empty and still has the total.
  expect(await ada.call(calls.listMyReviews, { order_id: id, page: 9 })).toMatchObject({
    data: [],
    meta: { pagination: { current_page: 9, total: 2 } },
  })
})

test('stores one review for twenty concurrent submissions', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buyToReview(shop.shop, ada, ['LD-S'])
  const wide = openDatabase(shop.url, { max: 20 })
  const api = createShopApi({ ...shop.shop, db: wide.db })
  const call = createCaller({ fetch: async (path, init) => api.request(path, init), token: () => ada.token })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      call(calls.writeReview, draftReview(orderNo, { content: `Try ${index}` })),
    ),
  )
  await wide.close()
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ content }) => content)).size).toBe(1)
})

test('rejects new reviews and hides published reviews while reviews are off, but shows shoppers their own reviews', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buyToReview(shop.shop, ada, ['LD-S', 'WC-M'])
  const first = await ada.call(calls.writeReview, draftReview(orderNo))
  await shop.shop.db.insert(settings).values({ key: 'reviews_switch', value: 'off' })
  const off = { status: 409, refusal: { code: 'reviews_off' } }
  const another = draftReview(orderNo, { product_id: 2, sku: 'WC-M' })
  await expect(ada.call(calls.writeReview, another)).rejects.toMatchObject(off)
  const image = await drawPicture('red')
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 1 })).rejects.toMatchObject(off)
  await expect(ada.call(calls.listReviews, {})).rejects.toMatchObject(off)
  await expect(ada.call(calls.listProductReviews, { handle: 'linen-dress' })).rejects.toMatchObject(off)
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([first])
})
