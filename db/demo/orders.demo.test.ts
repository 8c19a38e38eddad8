import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { findAvailability } from '#features/catalogue/catalogue.rules.ts'
import { groupLines } from '#features/orders/order-lines.rules.ts'
import type { Order } from '#features/orders/orders.contract.ts'
import { listOrders } from '#features/orders/server/orders.service.ts'
import { getPackageTracking } from '#features/orders/server/parcels.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { testShop } from '#testing/test-shop.ts'
import { loadDemo } from './load-demo.ts'

const shop = testShop()
let orders: Order[] = []
let shopperId = ''

beforeAll(async () => {
  await loadDemo(shop.shop)
  const [maren] = await shop.shop.db.select().from(customers).where(eq(customers.email, 'shopper@harbor.test'))
  shopperId = maren?.id ?? ''
  const page = await listOrders(shop.shop, shopperId, { page: 1, limit: 100 })
  orders = page.data
})

test('the shopper has more than twenty orders, in every status', () => {
  expect(orders.length).toBeGreaterThan(20)
  const statuses = new Set(orders.map((order) => order.order_status_id))
  for (const status of [1, 4, 5, 6, 13, 7, 10, 11, 8]) expect(statuses).toContain(status)
})

test('lines of every kind are there', () => {
  const lines = orders.flatMap((order) => order.products)
  const types = new Set(lines.map(({ type }) => type))
  for (const type of [1, 2, 4, 6]) expect(types).toContain(type)
  expect(lines.some(({ type_name }) => type_name === 'pre_sale')).toBe(true)
  expect(lines.some(({ is_gift }) => is_gift)).toBe(true)
  expect(lines.some(({ options }) => options.some(({ us_size }) => us_size))).toBe(true)
  for (const code of ['swimwear', 'bags', 'lingerie']) {
    expect(lines.some(({ sku }) => sku?.product.product_basic_category?.code === code)).toBe(true)
  }
  const states = new Set(lines.map(({ sku }) => findAvailability(sku)))
  for (const state of [1, 4, 6]) expect(states).toContain(state)
  expect(lines.some(({ sku }) => sku === null)).toBe(true)
  expect(orders.some((order) => groupLines(order.products).some(({ count }) => count > 1))).toBe(true)
  expect(new Set(orders.map(({ total }) => total.code)).size).toBeGreaterThan(1)
})

test('every shipped parcel has a number, a carrier link and a believable journey', async () => {
  const shipped = orders.filter((order) => [7, 10, 11].includes(order.order_status_id))
  for (const order of shipped) {
    for (const { order_packages } of order.products) {
      const tracking = await getPackageTracking(shop.shop, shopperId, order_packages?.id ?? '')
      expect(tracking.trackingUrl).toMatch(/^https:/)
      const moments = tracking.details.events.map(({ eventDate, eventTime }) => `${eventDate} ${eventTime}`)
      expect(moments.length).toBeGreaterThan(2)
      expect(moments).toEqual([...moments].sort().reverse())
    }
  }
})
