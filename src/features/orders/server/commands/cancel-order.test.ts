import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { toWireTime } from '#contract/times/times.ts'
import { cancelOrder as cancelOwnOrder, getOrder } from '#features/orders/orders.contract.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { settleRefund } from '#features/payments/server/refunds.service.ts'
import { openDatabase } from '#server/database/database.ts'
import { readCommands, readOrder, readStock } from '#testing/shops/order-records.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { claimTestCoupon, readClaim } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { cancelOrder, expireUnpaidOrders, holdOrder } from './order-commands.service.ts'

const shop = testShop()
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

test('gives stock and coupon back once when an order is canceled', async () => {
  const before = await readStock(shop.shop.db, goods.dress)
  const claimId = await claimTestCoupon(shop.shop, ada, { discountAmount: 4200 })
  const { orderId } = await buy(shop.shop, ada, [goods.dress, goods.scarf], { claimId })
  await cancelOrder(shop.shop, { orderId, actor: 'shopper', customerId: ada.id })
  await expect(cancelOrder(shop.shop, { orderId, actor: 'staff' })).rejects.toMatchObject({
    refusal: { code: 'order_moved_on' },
  })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ statusId: 8, invalidStatus: 1 })
  expect(await readStock(shop.shop.db, goods.dress)).toBe(before)
  expect(await readClaim(shop.shop, claimId)).toMatchObject({ status: 1, orderId: null })
  expect(await readCommands(shop.shop.db, orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('cancels an order once when twenty requests cancel it at the same time', async () => {
  const wide = openDatabase(shop.url, { max: 20 })
  const before = await readStock(shop.shop.db, goods.bag)
  const { orderId } = await buy(shop.shop, ada, [goods.bag])
  const many = { ...shop.shop, db: wide.db }
  const tries = await Promise.allSettled(
    Array.from({ length: 20 }, () => cancelOrder(many, { orderId, actor: 'staff' })),
  )
  await wide.close()
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readStock(shop.shop.db, goods.bag)).toBe(before)
  expect(await readCommands(shop.shop.db, orderId)).toEqual(['placeOrder', 'cancelOrder'])
})

test('returns the payment deadline, and the actor who canceled the order', async () => {
  const [own, left] = [await buy(shop.shop, ada, [goods.dress]), await buy(shop.shop, ada, [goods.dress])]
  const read = ({ orderId }: { orderId: string }) => ada.call(getOrder, { orderId })
  const due = new Date(shop.clock.now().getTime() + 24 * 60 * 60 * 1000)
  expect(await read(own)).toMatchObject({ expires_at: toWireTime(due), cancelled_by: null, refunds: [] })
  await ada.call(cancelOwnOrder, { orderId: own.orderId })
  expect(await read(own)).toMatchObject({ expires_at: null, cancelled_by: 'shopper', cancel_reason: null })
  shop.clock.advance(24 * 60 * 60 * 1000)
  // An expired order looks the same before and after the timer has updated it.
  expect(await read(left)).toMatchObject({ expires_at: null, invalid_status: 1, cancelled_by: null })
  await expireUnpaidOrders(shop.shop)
  expect(await read(left)).toMatchObject({ cancelled_by: 'timer', cancel_reason: null })
})

test('refunds, restocks and mails when staff cancel a paid order', async () => {
  const before = await readStock(shop.shop.db, goods.dress)
  const order = await buy(shop.shop, ada, [goods.dress], { shippingMethod: 'express' })
  await pay(shop.shop, order)
  await holdOrder(shop.shop, { orderId: order.orderId, reason: 'Address looks odd' })
  await cancelOrder(shop.shop, { orderId: order.orderId, actor: 'staff', reason: 'Damaged in storage' })
  expect(await readStock(shop.shop.db, goods.dress)).toBe(before)
  const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, order.orderId))
  expect(refund).toMatchObject({ kind: 'order', amount: 16_500, status: 'pending' })
  expect((await shop.mailsTo(ada.email)).map(({ subject }) => subject)).toContainEqual(
    expect.stringContaining('cancelled'),
  )
  const cancelledOrder = await ada.call(getOrder, { orderId: order.orderId })
  expect(cancelledOrder).toMatchObject({
    cancelled_by: 'staff',
    cancel_reason: 'Damaged in storage',
    refunds: [{ amount: { price: '$165.00' }, status: 'pending', at: null }],
    refunded_total: { price: '$0.00' },
  })
  await settleRefund(shop.shop.db, refund?.id ?? '', { status: 'succeeded', at: shop.clock.now() })
  expect(await ada.call(getOrder, { orderId: order.orderId })).toMatchObject({
    refunds: [{ status: 'succeeded', at: toWireTime(shop.clock.now()) }],
    refunded_total: { price: '$165.00' },
  })
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ refundedAmount: 16_500 })
})

test('rejects a shopper’s cancellation of a paid order or of another shopper’s order', async () => {
  const order = await buy(shop.shop, ada, [goods.dress])
  const bob = await shop.signedIn('bob')
  await expect(
    cancelOrder(shop.shop, { orderId: order.orderId, actor: 'shopper', customerId: bob.id }),
  ).rejects.toMatchObject({ status: 404 })
  await pay(shop.shop, order)
  await expect(
    cancelOrder(shop.shop, { orderId: order.orderId, actor: 'shopper', customerId: ada.id }),
  ).rejects.toMatchObject({ status: 409 })
})
