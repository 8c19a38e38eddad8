import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { returnItems, returnReasons, returns } from '#features/returns/server/returns.tables.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { startCaches } from '#server/cache/cached-values.ts'
import { newId, newReturnNo } from '#server/database/ids.ts'
import { openLive } from '#server/live/live.ts'
import { buy, buyAndReceive, buyAndShip, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import * as calls from '../orders.contract.ts'
import { completeOrder } from './commands/order-commands.service.ts'
import { listOrders, readOrderForTracking } from './queries/orders.service.ts'
import { recordPackageEvents } from './shipping/parcels.service.ts'

const shop = testShop()
const day = 24 * 60 * 60 * 1000
let ada: Person
let pool: Pool

beforeAll(async () => {
  await stockShop(shop.shop.db, shop.clock.now())
  await shop.shop.db.insert(returnReasons).values({ id: 1, code: 'size', reason: 'Size' })
  pool = new Pool({ connectionString: shop.url, max: 2 })
})
afterAll(() => pool.end())
beforeEach(async () => {
  ada = await shop.signedIn()
})

async function requestReturnOf(orderId: string, lineId: string, status: number, more: object = {}): Promise<string> {
  const now = shop.clock.now()
  const returnId = newId()
  await shop.shop.db.insert(returns).values({
    id: returnId,
    returnNo: newReturnNo(),
    orderId,
    customerId: ada.id,
    status,
    policy: { windowDays: 15, replyHours: 48, shipDays: 14, editHours: 72 },
    currency: 'USD',
    replyDueAt: now,
    createdAt: now,
  })
  await shop.shop.db.insert(returnItems).values({
    id: newId(),
    returnId,
    customerId: ada.id,
    orderId,
    orderLineId: lineId,
    status,
    reasonId: 1,
    refundAmount: 0,
    createdAt: now,
    ...more,
  })
  return returnId
}

test('returns every field of the specification, with its spelling', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const body = await (await ada.fetch('/rest/order?from_type=2&page=1&limit=10')).json()
  expect(Object.keys(body).sort()).toEqual(['data', 'meta'])
  expect(body.meta).toEqual({ pagination: { current_page: 1, total_pages: 1, total: 1 } })
  const [order] = body.data
  expect(order).toMatchObject({
    id: orderId,
    order_status_id: 10,
    order_status: 'Received',
    email: ada.email,
    payment_method: 'PayPal',
    ga_counter: 1,
    invalid_status: 0,
    total: { code: 'USD', price: '$150.00', price_value: '150.00' },
    shipping_address: {
      firstname: 'Ada',
      lastname: 'Lind',
      telephone: '+1 207 555 0142',
      address_1: '18 Ropewalk Lane',
      address_2: 'Apt 4',
      city: 'Portland',
      state: 'Maine',
      country: 'United States',
      house_num: '',
      postcode: '04101',
    },
  })
  expect(order.order_no).toHaveLength(13)
  expect(order.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(order.date_added).toBe(order.created_at)
  expect(order.totals.map((one: { title: string; value: { price: string } }) => [one.title, one.value.price])).toEqual([
    ['Subtotal', '$150.00'],
    ['Shipping', '$0.00'],
    ['Total', '$150.00'],
  ])
  const [line] = order.products
  expect(line).toMatchObject({
    product_id: goods.dress,
    sku_id: goods.dress,
    sku_name: 'SKU-101',
    name: 'The dress',
    description: '',
    is_gift: false,
    activity_type: null,
    activity_id: null,
    type: 1,
    type_name: null,
    order_product_status: 'Received',
    order_product_status_id: 10,
    can_after_sale: true,
    after_sale_block_reason: null,
    after_sale_status: 0,
    after_sale_status_name: '',
    after_sale_id: null,
    real_price: { price: '$150.00', price_value: '150.00' },
    price: { price: '$150.00' },
    compare_at_price: { price: '$180.00' },
    review: null,
    sku: {
      sku: 'SKU-101',
      image: '/art/dress.svg',
      options: [{ value_name: 'Clay' }, { value_name: 'M' }],
      special_price_value: null,
      is_new_user_price: false,
      price: { price: '$150.00' },
      product: {
        status: 1,
        image: '/art/dress.svg',
        handle: 'dress',
        feed_id: null,
        categories: [],
        product_basic_category: { code: 'dresses', name: 'Dresses' },
        name: 'The dress',
      },
    },
  })
  expect(line.sku_name).toBe(line.sku.sku)
  expect(line.order_packages).toEqual({ id: expect.any(String) })
  expect(line.after_sale_expire_date).toMatch(/^\d{4}-/)
})

test('returns the same order in the detail call as in the list', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const { data } = await ada.call(calls.listOrders, {})
  const body = await (await ada.fetch(`/rest/order/${orderId}`)).json()
  expect(body).toEqual({ data: data[0] })
})

test('returns pages of ten, newest first, filtered by any combination of statuses', async () => {
  const placed = []
  for (let i = 0; i < 12; i++) {
    placed.push(await buy(shop.shop, ada, [goods.scarf]))
    shop.clock.advance(1000)
  }
  for (const order of placed.slice(0, 2)) await pay(shop.shop, order)
  const first = await ada.call(calls.listOrders, { from_type: 2 })
  expect(first.data.map(({ id }) => id)).toEqual(
    placed
      .map(({ orderId }) => orderId)
      .reverse()
      .slice(0, 10),
  )
  expect(first.meta.pagination).toEqual({ current_page: 1, total_pages: 2, total: 12 })
  expect((await ada.call(calls.listOrders, { page: 2 })).data).toHaveLength(2)
  expect((await ada.call(calls.listOrders, { page: 3 })).data).toEqual([])
  const processing = await ada.call(calls.listOrders, { order_status_id: '4,5,6,13' })
  expect(processing.meta.pagination.total).toBe(2)
  expect((await ada.call(calls.listOrders, { order_status_id: '1', limit: 100 })).data).toHaveLength(10)
})

test.each(['limit=0', 'limit=101', 'page=0', 'page=x', 'order_status_id=4;5', 'order_status_id='])(
  'rejects a list with %s',
  async (query) => {
    expect((await ada.fetch(`/rest/order?${query}`)).status).toBe(422)
  },
)

test('reads a list of any length and its visitor in a single query', async () => {
  for (let i = 0; i < 5; i++) await buyAndShip(shop.shop, ada, [goods.dress, goods.scarf, goods.scarf])
  const requests: string[] = []
  const db = drizzle({ client: pool, logger: { logQuery: (query) => void requests.push(query) } })
  const live = openLive(pool, shop.shop.log)
  const { stop } = startCaches(db, live)
  await live.subscribe('nothing', () => {}).ready
  // The first call fills the caches of the catalog.
  const token = ada.token ?? ''
  await listOrders({ ...shop.shop, db }, token, { page: 1, limit: 100 }, 'en')
  for (const limit of [1, 100]) {
    requests.length = 0
    const page = await listOrders({ ...shop.shop, db }, token, { page: 1, limit }, 'en')
    expect(page?.data).toHaveLength(Math.min(limit, 5))
    expect(requests).toHaveLength(1)
  }
  stop()
  await live.close()
})

test('returns 404 for an unknown order or parcel', async () => {
  for (const path of ['/rest/order/nothing', '/rest/package/nothing/tracking']) {
    expect((await ada.fetch(path)).status, path).toBe(404)
  }
  expect((await ada.fetch('/rest/order/cancel/nothing', json({}))).status).toBe(404)
})

test('ignores the case of a given email address, and returns 404 for a wrong address', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const path = `/rest/order/${orderId}?email=`
  expect((await ada.fetch(path + encodeURIComponent(ada.email.toUpperCase()))).status).toBe(200)
  expect((await ada.fetch(`${path}bob@harbor.test`)).status).toBe(404)
})

test('lets a shopper cancel their own unpaid order once', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  const answer = await ada.fetch(`/rest/order/cancel/${orderId}`, json({}))
  expect(await answer.json()).toMatchObject({ code: 0, data: { order_status_id: 8, invalid_status: 1 } })
  const again = await ada.fetch(`/rest/order/cancel/${orderId}`, json({}))
  expect(again.status).toBe(409)
  expect(await again.json()).toMatchObject({ code: -1, reason: 'order_moved_on' })
})

test('rejects the cancellation of a paid order by its shopper', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  await pay(shop.shop, order)
  await expect(ada.call(calls.cancelOrder, { orderId: order.orderId })).rejects.toMatchObject({ status: 409 })
})

test('shows an expired order as expired before the timer has run', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress])
  shop.clock.advance(day)
  expect(await ada.call(calls.getOrder, { orderId })).toMatchObject({ order_status_id: 1, invalid_status: 1 })
})

test('returns number, carrier and events of a parcel, the newest first', async () => {
  const { packageIds } = await buyAndShip(shop.shop, ada, [goods.shoe])
  const [packageId = ''] = packageIds
  await recordPackageEvents(shop.shop, {
    packageId,
    events: [
      { kind: 'accepted', description: 'Handed to carrier', place: 'Gothenburg', at: new Date('2026-06-16T14:02:00Z') },
      { kind: 'in_transit', description: 'Departed', place: '', at: new Date('2026-06-17T03:20:09Z') },
    ],
  })
  const body = await (await ada.fetch(`/rest/package/${packageId}/tracking`)).json()
  expect(body).toEqual({
    data: {
      tracking_no: 'LX482917306US',
      trackingUrl: null,
      carrier: 'DHL',
      image: '/art/shoe.svg',
      details: {
        events: [
          { eventDate: '2026-06-17', eventTime: '03:20:09', eventDesc: 'Departed' },
          { eventDate: '2026-06-16', eventTime: '14:02:00', eventDesc: 'Handed to carrier, Gothenburg' },
        ],
      },
    },
  })
})

test('returns the US size of a shoe, and none for an unknown size or other goods', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.shoe, goods.dress])
  const { products } = await ada.call(calls.getOrder, { orderId })
  expect(products.map(({ options }) => options[1])).toEqual([
    { name: 'Size', value_name: '39', us_size: '8' },
    { name: 'Size', value_name: 'M', us_size: null },
  ])
})

test('keeps the data of a line from its purchase when the SKU leaves the catalog', async () => {
  const id = 900
  const sku = { id, sku: 'SKU-900', productId: goods.dress, currency: 'USD', inventory: 1, priceAmount: 900 }
  await shop.shop.db.insert(skus).values(sku)
  const { orderId } = await buy(shop.shop, ada, [id])
  await shop.shop.db.delete(skus).where(eq(skus.id, id))
  const { products } = await ada.call(calls.getOrder, { orderId })
  expect(products[0]).toMatchObject({ sku: null, sku_id: null, sku_name: 'SKU-900', name: 'The dress' })
})

test.each([
  [goods.finalSale, 'final_sale'],
  [goods.swimsuit, 'not_returnable'],
  [goods.bag, 'not_returnable'],
  [goods.lingerie, 'not_returnable'],
])('blocks the return of SKU %i: %s', async (skuId, reason) => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [skuId])
  const { products } = await ada.call(calls.getOrder, { orderId })
  expect(products[0]).toMatchObject({ can_after_sale: false, after_sale_block_reason: reason })
})

test('allows the return of a line for fifteen days, to the second', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const read = async () => (await ada.call(calls.getOrder, { orderId })).products[0]
  shop.clock.advance(15 * day)
  expect(await read()).toMatchObject({ can_after_sale: true })
  shop.clock.advance(1000)
  expect(await read()).toMatchObject({ can_after_sale: false, after_sale_block_reason: 'window_closed' })
})

test('shows the newest return only at its own line, not at an identical line', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.dress])
  const before = await ada.call(calls.getOrder, { orderId })
  const lineId = before.products[0]?.id ?? ''
  await requestReturnOf(orderId, lineId, 8)
  shop.clock.advance(1000)
  const again = await ada.call(calls.getOrder, { orderId })
  expect(again.products[0]).toMatchObject({
    can_after_sale: true,
    after_sale_status: 8,
    after_sale_status_name: 'Cancel',
  })
  const returnId = await requestReturnOf(orderId, lineId, 1)
  const { products } = await ada.call(calls.getOrder, { orderId })
  expect(products.map((line) => [line.can_after_sale, line.after_sale_status, line.after_sale_id])).toEqual([
    [false, 1, returnId],
    [true, 0, null],
  ])
})

test('counts an overdue return as closed on every read', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const { products } = await ada.call(calls.getOrder, { orderId })
  await requestReturnOf(orderId, products[0]?.id ?? '', 2, { shipmentExpiredAt: shop.clock.now() })
  const after = await ada.call(calls.getOrder, { orderId })
  expect(after.products[0]).toMatchObject({
    after_sale_status: 9,
    after_sale_status_name: 'Closed',
    can_after_sale: true,
  })
})

test('shows a review at its line, by order, product and SKU', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.scarf])
  await completeOrder(shop.shop, orderId)
  await shop.shop.db.insert(reviews).values({
    id: newId(),
    orderId,
    customerId: ada.id,
    productId: goods.dress,
    sku: 'SKU-101',
    rank: 90,
    content: 'Lovely',
    createdAt: shop.clock.now(),
  })
  const { products } = await ada.call(calls.getOrder, { orderId })
  expect(products.map(({ review }) => review?.rank ?? null)).toEqual([90, null])
})

test('shows an order in its own currency', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'EUR' })
  expect(await ada.call(calls.getOrder, { orderId })).toMatchObject({
    total: { code: 'EUR', price: '€135.00', price_value: '135.00' },
    products: [{ real_price: { price: '€135.00' } }],
  })
})

test('formats prices in German for a German shopper, even if the order was placed in English', async () => {
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
  ])
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'EUR' })
  const read = async (path: string, language: string) => {
    const answer = await ada.fetch(path, { headers: { 'accept-language': language } })
    return (await answer.json()) as { data: calls.Order | calls.Order[] }
  }
  const total = (language: string) => read('/rest/order?page=1&limit=10', language)
  expect(await total('en')).toMatchObject({ data: [{ total: { price: '€135.00', price_value: '135.00' } }] })
  expect(await total('de-AT, en;q=0.5')).toMatchObject({
    data: [
      {
        id: orderId,
        total: { code: 'EUR', price: '135,00\u00a0€', price_value: '135.00' },
        products: [{ real_price: { price: '135,00\u00a0€' } }],
      },
    ],
  })
  expect(await read(`/rest/order/${orderId}`, 'de')).toMatchObject({ data: { total: { price: '135,00\u00a0€' } } })
})

test('shows an order by number and address, without a link into the account', async () => {
  const { orderId, orderNo } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const read = (email: string) => readOrderForTracking(shop.shop, { orderNo: orderNo.toLowerCase(), email }, 'en')
  expect(await read(ada.email.toUpperCase())).toMatchObject({
    id: orderId,
    ga_counter: 0,
    products: [{ can_after_sale: false, after_sale_id: null, review: null }],
  })
  expect(await read('bob@harbor.test')).toBe(null)
})
