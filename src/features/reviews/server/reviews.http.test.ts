import { eq, inArray, sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createShopApi } from '#app/shop-api.ts'
import { createCaller, type Input } from '#contract/call.ts'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { images } from '#features/images/server/images.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { currencies, settings } from '#features/settings/server/settings.tables.ts'
import { openDatabase } from '#server/database.ts'
import { newId, newOrderNo } from '#server/ids.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import * as calls from '../reviews.contract.ts'
import { reviewLabels, reviews } from './reviews.tables.ts'

const shop = testShop()
const notFound = { status: 404, refusal: { code: 'not_found' } }

beforeAll(async () => {
  const { db, clock } = shop.shop
  const createdAt = clock.now()
  await db.insert(currencies).values({ id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' })
  await db.insert(categories).values({ id: 1, code: 'dresses', name: 'Dresses' })
  await db.insert(products).values([
    { id: 1, handle: 'linen-dress', name: 'Linen Dress', image: '/dress.svg', basicCategoryId: 1, createdAt },
    { id: 2, handle: 'wool-coat', name: 'Wool Coat', image: '/coat.svg', basicCategoryId: 1, createdAt },
    { id: 3, handle: 'silk-scarf', name: 'Silk Scarf', image: '/scarf.svg', basicCategoryId: 1, createdAt },
  ])
  await db.insert(skus).values([
    { id: 1, sku: 'LD-S', productId: 1, inventory: 3, priceAmount: 15_000 },
    { id: 2, sku: 'WC-M', productId: 2, inventory: 3, priceAmount: 30_000 },
    { id: 3, sku: 'SS-1', productId: 3, inventory: 3, priceAmount: 5_000 },
  ])
  await db.insert(reviewLabels).values([
    { id: 1, name: 'Runs small', kind: 'fit', sort: 1 },
    { id: 2, name: 'True to size', kind: 'fit', sort: 2 },
    { id: 3, name: 'Runs large', kind: 'fit', sort: 3 },
    { id: 4, name: 'Lovely fabric', kind: 'tag', sort: 4 },
    { id: 5, name: 'Good value', kind: 'tag', sort: 5 },
    { id: 6, name: 'No longer offered', kind: 'tag', sort: 6, isActive: false },
  ])
})

afterEach(async () => {
  await shop.shop.db.delete(settings)
})

const pieces: Record<string, [productId: number, skuId: number]> = { 'LD-S': [1, 1], 'WC-M': [2, 2], 'SS-1': [3, 3] }

/** An order of these skus, complete unless told otherwise. */
async function buy(person: Person, skuNames: string[], statusId = 11) {
  const { db, clock } = shop.shop
  const now = clock.now()
  const id = newId()
  const orderNo = newOrderNo()
  const money = { currency: 'USD', subtotalAmount: 100 * skuNames.length, totalAmount: 100 * skuNames.length }
  const moments = {
    createdAt: now,
    expiresAt: now,
    paidAt: now,
    receivedAt: now,
    autoCompleteAt: now,
    completedAt: now,
  }
  await db
    .insert(orders)
    .values({ id, orderNo, customerId: person.id, email: person.email, statusId, ...money, ...moments })
  await db.insert(orderLines).values(
    skuNames.map((skuName, position) => {
      const [productId, skuId] = pieces[skuName] ?? [0, 0]
      return {
        id: newId(),
        orderId: id,
        customerId: person.id,
        position,
        productId,
        skuId,
        skuName,
        name: skuName,
        options: [{ name: 'Size', valueName: 'S' }],
        image: '/a.svg',
        categoryCode: 'dresses',
        categoryName: 'Dresses',
        priceAmount: 100,
        paidAmount: 100,
      }
    }),
  )
  return { id, orderNo }
}

type Draft = Input<typeof calls.writeReview>
function draft(orderNo: string, changes: Partial<Draft> = {}): Draft {
  return { order_no: orderNo, product_id: 1, sku: 'LD-S', rank: 90, content: 'Soft and light.', ...changes }
}

async function picture(color: string): Promise<Blob> {
  const image = sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
  return new Blob([new Uint8Array(await image.png().toBuffer())], { type: 'image/png' })
}

async function upload(person: Person, color: string): Promise<string> {
  const { image } = await person.call(calls.uploadReviewImage, { image: await picture(color), product_id: 1 })
  return image.id
}

const switchOff = () => shop.shop.db.insert(settings).values({ key: 'reviews_switch', value: 'off' })

test('a buyer reviews a complete order with stars, text, labels and pictures, and reads it again', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buy(ada, ['LD-S', 'WC-M'])
  const ids = [await upload(ada, 'red'), await upload(ada, 'green')]
  const sent = draft(orderNo, { email: ada.email, image_ids: ids, label_ids: '4, 2', content: '  Soft and light.  ' })
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
  const asked = await ada.call(calls.listMyReviews, { order_id: id, product_id: 1 })
  expect(asked).toEqual({
    data: [body.data],
    meta: { pagination: { current_page: 1, total_pages: 1, total: 1 } },
  })
  const ofOther = await ada.call(calls.listMyReviews, { order_id: id, product_id: 2 })
  expect(ofOther.data).toEqual([])
  const wire = await ada.fetch(`/rest/customer/reviews?order_id=${id}&page=1&per_page=200`)
  expect((await wire.json()).data).toEqual([body.data])
})

test('ids joined by commas and ids in an array mean the same', async () => {
  const ada = await shop.signedIn()
  const first = await buy(ada, ['LD-S'])
  const second = await buy(ada, ['LD-S'])
  const ids = [await upload(ada, 'red'), await upload(ada, 'blue')]
  const joined = await ada.call(calls.writeReview, draft(first.orderNo, { image_ids: ids.join(), label_ids: '4,5' }))
  const listed = await ada.call(calls.writeReview, draft(second.orderNo, { image_ids: ids, label_ids: [4, '5'] }))
  expect(joined.images).toEqual(listed.images)
  expect(joined.label).toEqual(listed.label)
  expect(joined.label).toHaveLength(2)
})

test.each([
  ['no text', { content: ' ' }, 'content', 'Please enter description'],
  ['501 characters', { content: 'x'.repeat(501) }, 'content', 'No more than 500 characters'],
  ['a rank between the half steps', { rank: 95 }, 'rank', 'Please choose between half a star and five stars'],
  ['no star at all', { rank: 0 }, 'rank', 'Please choose between half a star and five stars'],
  ['six stars', { rank: 120 }, 'rank', 'Please choose between half a star and five stars'],
  ['a label nobody knows', { label_ids: '4,99' }, 'label_ids', 'One of these labels is no longer offered'],
  ['a retired label', { label_ids: [6] }, 'label_ids', 'One of these labels is no longer offered'],
  ['a label that is no number', { label_ids: 'soft' }, 'label_ids', 'One of these labels is no longer offered'],
  ['two answers about the fit', { label_ids: [1, 3] }, 'label_ids', 'Please choose only one answer about the fit'],
  ['six pictures', { image_ids: 'a,b,c,d,e,f' }, 'image_ids', 'Up to 5 pictures'],
])('a review with %s is refused with 422, and nothing is kept', async (_, changes, field, message) => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buy(ada, ['LD-S'])
  await expect(ada.call(calls.writeReview, draft(orderNo, changes))).rejects.toMatchObject({
    status: 422,
    refusal: { message, errors: { [field]: [message] } },
  })
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([])
})

test('a stranger writes, reads and uploads nothing', async () => {
  const stranger = shop.stranger()
  const refused = { status: 401, refusal: { code: 'not_signed_in' } }
  await expect(stranger.call(calls.writeReview, draft('HB22222222222'))).rejects.toMatchObject(refused)
  await expect(stranger.call(calls.listMyReviews, { order_id: 'x' })).rejects.toMatchObject(refused)
  const image = await picture('red')
  await expect(stranger.call(calls.uploadReviewImage, { image, product_id: 1 })).rejects.toMatchObject(refused)
})

test("another shopper's order answers 404 to reading and writing, exactly like an order that does not exist", async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { id, orderNo } = await buy(ada, ['LD-S'])
  await ada.call(calls.writeReview, draft(orderNo))
  await expect(bob.call(calls.writeReview, draft(orderNo))).rejects.toMatchObject(notFound)
  await expect(bob.call(calls.listMyReviews, { order_id: id })).rejects.toMatchObject(notFound)
  await expect(bob.call(calls.listMyReviews, { order_id: newId() })).rejects.toMatchObject(notFound)
  await expect(bob.call(calls.writeReview, draft(newOrderNo()))).rejects.toMatchObject(notFound)
})

test('an address that is not the own one, and a product that was not bought, answer 404', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buy(ada, ['LD-S'])
  const wrongs: Partial<Draft>[] = [
    { email: 'bob@harbor.test' },
    { product_id: 2 },
    { sku: 'WC-M' },
    { product_id: 99 },
  ]
  for (const wrong of wrongs) {
    await expect(ada.call(calls.writeReview, draft(orderNo, wrong))).rejects.toMatchObject(notFound)
  }
  const image = await picture('red')
  const email = 'bob@harbor.test'
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 2 })).rejects.toMatchObject(notFound)
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 1, email })).rejects.toMatchObject(notFound)
})

test("another shopper's picture cannot be shown in a review, and the review is not kept", async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { id, orderNo } = await buy(ada, ['LD-S'])
  await buy(bob, ['LD-S'])
  const foreign = await upload(bob, 'red')
  await expect(ada.call(calls.writeReview, draft(orderNo, { image_ids: foreign }))).rejects.toMatchObject({
    status: 404,
  })
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([])
})

test.each([10, 9])('an order in status %d cannot be reviewed', async (statusId) => {
  const ada = await shop.signedIn()
  const { db, clock } = shop.shop
  const { id, orderNo } = await buy(ada, ['LD-S'], 10)
  if (statusId === 9) await db.update(orders).set({ statusId, closedAt: clock.now() }).where(eq(orders.id, id))
  await expect(ada.call(calls.writeReview, draft(orderNo))).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'review_not_open' },
  })
})

test('a second submit answers the first review and changes nothing', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buy(ada, ['LD-S', 'WC-M'])
  const first = await ada.call(calls.writeReview, draft(orderNo, { label_ids: '4' }))
  const unused = await upload(ada, 'yellow')
  const again = draft(orderNo, { rank: 10, content: 'Changed my mind.', image_ids: unused, label_ids: '5' })
  expect(await ada.call(calls.writeReview, again)).toEqual(first)
  const [image] = await shop.shop.db.select().from(images).where(eq(images.id, unused))
  expect(image?.usedAt).toBeNull()
  await ada.call(calls.writeReview, draft(orderNo, { product_id: 2, sku: 'WC-M' }))
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toHaveLength(2)
})

test('twenty submits at once make one review', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buy(ada, ['LD-S'])
  const wide = openDatabase(shop.url, { max: 20 })
  const api = createShopApi({ ...shop.shop, db: wide.db })
  const call = createCaller({ fetch: async (path, init) => api.request(path, init), token: () => ada.token })
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => call(calls.writeReview, draft(orderNo, { content: `Try ${index}` }))),
  )
  await wide.close()
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ content }) => content)).size).toBe(1)
})

test('switched off, nothing is taken in and nothing published is shown; the own review stays readable', async () => {
  const ada = await shop.signedIn()
  const { id, orderNo } = await buy(ada, ['LD-S', 'WC-M'])
  const first = await ada.call(calls.writeReview, draft(orderNo))
  await switchOff()
  const off = { status: 409, refusal: { code: 'reviews_off' } }
  const another = draft(orderNo, { product_id: 2, sku: 'WC-M' })
  await expect(ada.call(calls.writeReview, another)).rejects.toMatchObject(off)
  const image = await picture('red')
  await expect(ada.call(calls.uploadReviewImage, { image, product_id: 1 })).rejects.toMatchObject(off)
  await expect(ada.call(calls.listReviews, {})).rejects.toMatchObject(off)
  await expect(ada.call(calls.listProductReviews, { handle: 'linen-dress' })).rejects.toMatchObject(off)
  expect((await ada.call(calls.listMyReviews, { order_id: id })).data).toEqual([first])
})

test('labels are answered with code 0, in their order, without retired ones', async () => {
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

test('an upload answers the image, the same file twice is one image, and what is no picture is refused', async () => {
  const ada = await shop.signedIn()
  await buy(ada, ['LD-S'])
  const form = new FormData()
  form.append('image', await picture('red'), 'me.png')
  form.append('email', ada.email)
  form.append('product_id', '1')
  const response = await ada.fetch('/rest/review-images', { method: 'POST', body: form })
  const { image } = await response.json()
  expect(image).toEqual({ id: expect.any(String), url: `/images/${image.id}` })
  expect(await upload(ada, 'red')).toBe(image.id)
  const send = (bytes: Blob) => ada.call(calls.uploadReviewImage, { image: bytes, product_id: 1 })
  await expect(send(new Blob(['MZ this is a program']))).rejects.toMatchObject({
    status: 422,
    refusal: { code: 'image_wrong_type' },
  })
  await expect(send(new Blob([new Uint8Array(5 * 1024 * 1024)]))).rejects.toMatchObject({
    refusal: { message: 'photo size is bigger than 5M' },
  })
  const empty = new FormData()
  empty.append('product_id', '1')
  expect((await ada.fetch('/rest/review-images', { method: 'POST', body: empty })).status).toBe(422)
})

test('a product page lists published reviews newest first, with average, distribution, photos and fit', async () => {
  const { db } = shop.shop
  await db.delete(reviews)
  const [ada, bob, eve] = [await shop.signedIn('ada'), await shop.signedIn('bob'), await shop.signedIn('eve')]
  const write = async (person: Person, changes: Partial<Draft>) => {
    shop.clock.advance(60_000)
    const { orderNo } = await buy(person, ['LD-S', 'SS-1'])
    return person.call(calls.writeReview, draft(orderNo, changes))
  }
  const first = await write(ada, { rank: 100, label_ids: [2] })
  await buy(bob, ['LD-S'])
  const withPhoto = await write(bob, { rank: 70, label_ids: [2, 4], image_ids: await upload(bob, 'red') })
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

test('a list takes the same queries for one review and for a hundred', async () => {
  const ada = await shop.signedIn()
  for (const [index, name] of ['LD-S', 'WC-M', 'SS-1'].entries()) {
    const { orderNo } = await buy(ada, [name])
    await ada.call(calls.writeReview, draft(orderNo, { product_id: index + 1, sku: name, label_ids: [2, 4] }))
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

test('a picture is public while a published review shows it, and its owner’s alone before and after', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buy(ada, ['LD-S'])
  const imageId = await upload(ada, 'teal')
  const url = `/images/${imageId}`
  const statusFor = async (person: Person, headers = {}) => (await person.fetch(url, { headers })).status
  expect([await statusFor(shop.stranger()), await statusFor(ada)]).toEqual([404, 200])
  const review = await ada.call(calls.writeReview, draft(orderNo, { image_ids: [imageId] }))
  const seen = await shop.stranger().fetch(url)
  expect([seen.status, seen.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
  await shop.shop.db.update(reviews).set({ status: 'hidden' }).where(eq(reviews.id, review.id))
  const etag = { 'if-none-match': seen.headers.get('etag') ?? '' }
  expect([await statusFor(shop.stranger(), etag), await statusFor(await shop.signedIn('bob'))]).toEqual([404, 404])
  const own = await ada.fetch(url)
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
})

/** What the counts have to say, added up from the reviews themselves. */
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

test('the counts agree with the reviews, whoever writes, hides, shows or removes them, many at once too', async () => {
  const { db } = shop.shop
  const differences = async () => (await db.execute<{ differences: number }>(recount)).rows[0]?.differences
  const people = await Promise.all(['ada', 'bob', 'eve', 'kim', 'lou', 'max'].map((name) => shop.signedIn(name)))
  const bought = await Promise.all(people.map(async (person) => ({ person, ...(await buy(person, ['LD-S', 'SS-1'])) })))
  const ids = await Promise.all(
    bought.flatMap(({ person, orderNo }, index) => [
      person.call(calls.writeReview, draft(orderNo, { rank: 80, label_ids: index % 2 ? [1] : [] })),
      person.call(calls.writeReview, draft(orderNo, { product_id: 3, sku: 'SS-1', rank: 80, label_ids: [2] })),
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
  // The comparison itself can tell.
  await db.execute(sql`update review_counts set reviews = reviews + 1 where product_id = 3 and rank = 40`)
  expect(await differences()).toBeGreaterThan(0)
  await db.execute(sql`update review_counts set reviews = reviews - 1 where product_id = 3 and rank = 40`)
})
