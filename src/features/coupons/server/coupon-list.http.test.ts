import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { cartItems, carts } from '#features/cart/server/cart.tables.ts'
import { categories, products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { saveTestCoupon, saveTestCurrencies } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { listCoupons } from '../coupons.contract.ts'
import { giveCoupon } from './bind.service.ts'
import * as service from './coupon-list.service.ts'
import { couponClaims, coupons } from './coupons.tables.ts'
import { saveCoupon } from './save-coupons.service.ts'

const shop = testShop()
const day = 24 * 60 * 60 * 1000

beforeAll(async () => {
  const { db } = shop.shop
  await saveTestCurrencies(db)
  await db.insert(categories).values([
    { id: 1, code: 'coats', name: 'Coats' },
    { id: 2, code: 'bags', name: 'Bags' },
  ])
  const product = { image: '/a.svg', createdAt: shop.clock.now() }
  await db.insert(products).values([
    { ...product, id: 1, handle: 'coat', name: 'Coat', basicCategoryId: 1 },
    { ...product, id: 2, handle: 'bag', name: 'Bag', basicCategoryId: 2 },
  ])
  await db.insert(skus).values([
    { id: 1, sku: 'C-1', productId: 1, currency: 'USD', inventory: 5, priceAmount: 8000, specialPriceAmount: 6000 },
    { id: 2, sku: 'B-1', productId: 2, currency: 'USD', inventory: 5, priceAmount: 3000 },
  ])
})

async function give(who: Person, changes: Parameters<typeof saveTestCoupon>[1] = {}) {
  const id = await saveTestCoupon(shop.shop.db, changes)
  await giveCoupon(shop.shop, { customerId: who.id, email: who.email }, id)
  return `CODE${id}`
}

async function markUsed(who: Person, code: string, isPaid = true) {
  const { db } = shop.shop
  const now = shop.clock.now()
  const order = { id: newId(), orderNo: newOrderNo(), customerId: who.id, email: who.email, currency: 'USD' }
  await db.insert(orders).values({ ...order, subtotalAmount: 0, totalAmount: 0, createdAt: now, expiresAt: now })
  const [coupon] = await db.select().from(coupons).where(eq(coupons.code, code))
  await db
    .update(couponClaims)
    .set(isPaid ? { status: 2, usedAt: now, orderId: order.id } : { orderId: order.id })
    .where(eq(couponClaims.couponId, coupon?.id ?? 0))
}

async function putInCart(who: Person, ...items: [skuId: number, quantity: number][]) {
  const now = shop.clock.now()
  const cart = { id: newId(), customerId: who.id, createdAt: now, updatedAt: now }
  await shop.shop.db.insert(carts).values(cart)
  for (const [skuId, quantity] of items) {
    await shop.shop.db.insert(cartItems).values({ cartId: cart.id, customerId: who.id, skuId, quantity, addedAt: now })
  }
}

test('returns code 0 with data, pagination and both totals, with the field names of the API', async () => {
  const ada = await shop.signedIn()
  const code = await give(ada, { minimumAmount: 8900, object: 'All products', linkName: 'Coats' })
  const response = await ada.fetch('/ajax-web/account/coupon?limit=10&status=1&language_id=1')
  expect(await response.json()).toEqual({
    code: 0,
    message: 'success',
    data: [
      {
        id: expect.any(String),
        code,
        coupon_type: 'F',
        discount: '15',
        currency_code: 'USD',
        use_condition_txt: 'Orders over $89',
        can_use: true,
        date_start: '2026-01-01 00:00:00',
        date_end: null,
        object: 'All products',
        jump_url: '/search?q=coat',
        link_name: 'Coats',
        symbol_left: '$',
        symbol_right: '',
        block_reason: null,
        days_left: null,
        missing: { kind: 'amount', price: '$89.00' },
      },
    ],
    meta: {
      pagination: { current_page: 1, total_pages: 1, total: 1 },
      extend: { used_total: 0, unused_total: 1 },
    },
  })
})

test('lists usable coupons first, sorted by earliest end, and expired coupons for 30 days', async () => {
  const ada = await shop.signedIn()
  const now = shop.clock.now().getTime()
  const brief = await give(ada, { validDays: 1 })
  const later = await give(ada, { startsAt: new Date(now + 40 * day) })
  const endless = await give(ada)
  const soon = await give(ada, { endsAt: new Date(now + 5 * day) })
  const week = await give(ada, { validDays: 7 })
  const list = async () => {
    // The test calls the service directly, because the session would expire before the 30 days are over.
    const input = { status: 1, page: 1, limit: 10, language: 'en' }
    const { data, meta } = await service.listCoupons(
      shop.shop,
      { customerId: ada.id, email: ada.email, isVerified: true },
      input,
    )
    const { extend, pagination } = meta
    const codes = data.map((one) => [one.code, one.can_use, one.block_reason])
    return { codes, usable: extend.unused_total, total: pagination.total }
  }
  shop.clock.advance(2 * day)
  expect(await list()).toEqual({
    codes: [
      [soon, true, null],
      [week, true, null],
      [endless, true, null],
      [later, false, 'coupon_not_started'],
      [brief, false, 'coupon_expired'],
    ],
    usable: 3,
    total: 5,
  })
  shop.clock.advance(29 * day + 1000)
  const kept = await list()
  expect(kept.codes.map(([code]) => code)).not.toContain(brief)
  expect(kept.total).toBe(4)
  shop.clock.advance(-(31 * day + 1000))
})

test('lists used coupons in their own tab, marks reserved coupons, and counts usable coupons', async () => {
  const ada = await shop.signedIn()
  const used = await give(ada, { couponType: 'P', discountPercent: 20 })
  const reserved = await give(ada, { couponType: 'S' })
  await markUsed(ada, used)
  await markUsed(ada, reserved, false)
  const unusedTab = await ada.call(listCoupons, { status: 1 })
  const usedTab = await ada.call(listCoupons, { status: 2 })
  expect(unusedTab.data).toMatchObject([
    { code: reserved, discount: '0', can_use: false, block_reason: 'coupon_reserved' },
  ])
  expect(usedTab.data).toMatchObject([{ code: used, discount: '20', can_use: false, missing: null }])
  expect(usedTab.meta).toMatchObject({ pagination: { total: 1 }, extend: { used_total: 1, unused_total: 0 } })
  expect(unusedTab.meta.pagination.total).toBe(1)
})

test('reports no missing product while the cart is empty', async () => {
  const ada = await shop.signedIn()
  await give(ada, { conditions: { categoryCodes: ['women_shoes'] } })
  expect((await ada.call(listCoupons, {})).data).toMatchObject([{ can_use: true, missing: null }])
})

test('computes the missing amount from the current cart', async () => {
  const ada = await shop.signedIn()
  await putInCart(ada, [1, 1], [2, 2])
  await give(ada, { code: 'MET', minimumAmount: 12_000 })
  await give(ada, { code: 'SHORT', minimumAmount: 15_000 })
  await give(ada, { code: 'BAGS', minimumAmount: 8_950, conditions: { categoryCodes: ['bags'] } })
  await give(ada, { code: 'SHOES', conditions: { categoryCodes: ['shoes'] } })
  await give(ada, { code: 'EURO', currency: 'EUR', discountAmount: 500, minimumAmount: 7_000 })
  const { data } = await ada.call(listCoupons, {})
  const missing = Object.fromEntries(data.map((one) => [one.code, one.missing]))
  expect(missing).toEqual({
    MET: { kind: 'nothing', price: null },
    SHORT: { kind: 'amount', price: '$30.00' },
    BAGS: { kind: 'amount', price: '$29.50' },
    SHOES: { kind: 'product', price: null },
    EURO: { kind: 'amount', price: '€10.00' },
  })
})

test('returns pages of ten, the last of them shorter', async () => {
  const ada = await shop.signedIn()
  for (let made = 0; made < 12; made++) await give(ada)
  const first = await ada.call(listCoupons, { limit: 10 })
  const second = await ada.call(listCoupons, { limit: 10, page: 2 })
  expect(first.meta.pagination).toEqual({ current_page: 1, total_pages: 2, total: 12 })
  const codes = [...first.data, ...second.data].map((one) => one.code)
  expect(new Set(codes).size).toBe(12)
  expect((await ada.call(listCoupons, { page: 3 })).data).toEqual([])
})

test("does not list or count other shoppers' coupons", async () => {
  await give(await shop.signedIn())
  const bob = await shop.signedIn('bob')
  expect(await bob.call(listCoupons, {})).toMatchObject({ data: [], meta: { extend: { unused_total: 0 } } })
})

test.each(['status=3', 'limit=0', 'limit=101', 'page=0', 'status=x'])('rejects the query %s', async (query) => {
  const ada = await shop.signedIn()
  expect((await ada.fetch(`/ajax-web/account/coupon?${query}`)).status).toBe(422)
})

test('rejects an external link on save, and never returns an external link that is in the database already', async () => {
  const { db } = shop.shop
  await expect(saveTestCoupon(db, { jumpUrl: 'https://evil.example' })).rejects.toMatchObject({ status: 422 })
  const ada = await shop.signedIn()
  const code = await give(ada)
  await db.update(coupons).set({ jumpUrl: '//evil.example' }).where(eq(coupons.code, code))
  expect((await ada.call(listCoupons, {})).data).toMatchObject([{ jump_url: '/' }])
})

test('keeps the claimed count when a coupon is edited', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const code = await give(ada, { stockTotal: 3 })
  const [before] = await db.select().from(coupons).where(eq(coupons.code, code))
  if (!before) throw new Error('no coupon')
  await saveCoupon(db, { ...before, stockClaimed: 0, object: 'Coats' })
  expect(await db.select().from(coupons).where(eq(coupons.code, code))).toMatchObject([
    { stockClaimed: 1, object: 'Coats' },
  ])
})
