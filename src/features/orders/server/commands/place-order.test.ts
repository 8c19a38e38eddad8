import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { readLines, readOrder, readStock } from '#testing/shops/order-records.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { claimTestCoupon, readClaim } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const day = 24 * 60 * 60 * 1000
let ada: Person

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
})

test('stores the current prices, takes the stock and sets a payment deadline of one day', async () => {
  const before = await readStock(shop.shop.db, goods.dress)
  const { orderId, totalAmount } = await buy(shop.shop, ada, [goods.dress, goods.dress, goods.scarf], {
    shippingMethod: 'express',
  })
  expect(totalAmount).toBe(15_000 + 15_000 + 6000 + 1500)
  expect(await readStock(shop.shop.db, goods.dress)).toBe(before - 2)
  const order = await readOrder(shop.shop.db, orderId)
  expect(order).toMatchObject({ statusId: 1, invalidStatus: 0, subtotalAmount: 36_000, shippingAmount: 1500 })
  expect(order.orderNo).toMatch(/^[A-Z]{2}[A-Z0-9]{11}$/)
  expect(order.expiresAt.getTime() - order.createdAt.getTime()).toBe(day)
  await shop.shop.db.update(skus).set({ priceAmount: 99 }).where(eq(skus.id, goods.scarf))
  expect((await readLines(shop.shop.db, orderId)).map((line) => line.priceAmount)).toEqual([15_000, 15_000, 6000])
  await shop.shop.db.update(skus).set({ priceAmount: 6000 }).where(eq(skus.id, goods.scarf))
})

test('converts an order in another currency once', async () => {
  const { orderId } = await buy(shop.shop, ada, [goods.dress], { currency: 'JPY', shippingMethod: 'express' })
  expect(await readOrder(shop.shop.db, orderId)).toMatchObject({
    currency: 'JPY',
    subtotalAmount: 22_500,
    shippingAmount: 2250,
  })
})

test('reserves a coupon until payment, with shares that add up to its discount', async () => {
  const claimId = await claimTestCoupon(shop.shop, ada, { discountAmount: 4200 })
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf], { claimId })
  expect((await readLines(shop.shop.db, order.orderId)).map((line) => [line.discountAmount, line.paidAmount])).toEqual([
    [3000, 12_000],
    [1200, 4800],
  ])
  expect(await readOrder(shop.shop.db, order.orderId)).toMatchObject({ discountAmount: 4200, totalAmount: 16_800 })
  expect(await readClaim(shop.shop, claimId)).toMatchObject({ status: 1, orderId: order.orderId })
  await pay(shop.shop, order)
  expect(await readClaim(shop.shop, claimId)).toMatchObject({ status: 2, orderId: order.orderId })
})

test('gives no discount to lines outside the category of the coupon', async () => {
  const claimId = await claimTestCoupon(shop.shop, ada, {
    discountAmount: 1000,
    conditions: { categoryCodes: ['bags'] },
  })
  const { orderId } = await buy(shop.shop, ada, [goods.dress, goods.bag], { claimId })
  expect((await readLines(shop.shop.db, orderId)).map((line) => line.discountAmount)).toEqual([0, 1000])
})

test('sells the last unit once when many shoppers order it', async () => {
  const wide = openDatabase(shop.url, { max: 30 })
  await shop.shop.db.update(skus).set({ inventory: 1 }).where(eq(skus.id, goods.lingerie))
  const many = { ...shop.shop, db: wide.db }
  const tries = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) =>
      // Half of the orders list the two SKUs in reverse order. If SKUs were locked in the order of the list, the orders
      // would deadlock.
      buy(many, ada, index % 2 ? [goods.lingerie, goods.scarf] : [goods.scarf, goods.lingerie]),
    ),
  )
  await wide.close()
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) {
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ refusal: { message: 'Only 0 left' } })
  }
  expect(await readStock(shop.shop.db, goods.lingerie)).toBe(0)
  await shop.shop.db.update(skus).set({ inventory: 1000 }).where(eq(skus.id, goods.lingerie))
})

test('rejects products that are not for sale, and takes no stock', async () => {
  const before = await readStock(shop.shop.db, goods.dress)
  await expect(buy(shop.shop, ada, [goods.dress, goods.takenDown])).rejects.toMatchObject({
    refusal: { code: 'not_for_sale' },
  })
  await expect(buy(shop.shop, ada, [goods.dress, goods.soldOut])).rejects.toMatchObject({
    refusal: { code: 'only_left', message: 'Only 0 left' },
  })
  expect(await readStock(shop.shop.db, goods.dress)).toBe(before)
})
