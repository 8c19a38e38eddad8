import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { closeIfAllRefunded } from '#features/orders/server/commands/order-commands.service.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { newId } from '#server/database/ids.ts'
import { readOrder } from '#testing/shops/order-records.ts'
import { buyAndReceive, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { settleRefund, startRefund } from './refunds.service.ts'

const shop = testShop()
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

test('never refunds more than was paid, even concurrently', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const request = { kind: 'order' as const, orderId, customerId: ada.id, currency: 'USD' }
  await expect(
    shop.shop.db.transaction((tx) => startRefund(tx, shop.clock, { ...request, amount: 15_001 })),
  ).rejects.toMatchObject({ refusal: { code: 'refund_too_large' } })
  const started = await Promise.all(
    [1, 2, 3].map(() => shop.shop.db.transaction((tx) => startRefund(tx, shop.clock, { ...request, amount: 15_000 }))),
  )
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
})

test('retries a failed refund in the same row, and settles it once', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress])
  const request = { kind: 'order' as const, orderId, customerId: ada.id, currency: 'USD', amount: 15_000 }
  const at = shop.clock.now()
  const { db } = shop.shop
  const first = await db.transaction((tx) => startRefund(tx, shop.clock, request))
  await db.transaction((tx) => settleRefund(tx, first.id, { status: 'failed', at, failure: 'Account closed' }))
  const again = await db.transaction((tx) => startRefund(tx, shop.clock, request))
  expect(again).toMatchObject({ id: first.id, status: 'pending', attempts: 1, failure: null })
  const settle = () =>
    db.transaction((tx) => settleRefund(tx, first.id, { status: 'succeeded', at, providerRef: newId() }))
  expect(await settle()).toMatchObject({ isSettledNow: true })
  expect(await settle()).toMatchObject({ isSettledNow: false })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ refundedAmount: 15_000 })
  expect(await db.transaction((tx) => closeIfAllRefunded(tx, orderId, at))).toBe(true)
  expect(await db.transaction((tx) => closeIfAllRefunded(tx, orderId, at))).toBe(false)
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 9 })
})

test('keeps an order with a line that was not refunded open', async () => {
  const { orderId } = await buyAndReceive(shop.shop, ada, [goods.dress, goods.scarf])
  await shop.shop.db
    .update(orderLines)
    .set({ refundedAmount: sql`paid_amount` })
    .where(sql`order_id = ${orderId} and position = 0`)
  expect(await closeIfAllRefunded(shop.shop.db, orderId, shop.clock.now())).toBe(false)
})
