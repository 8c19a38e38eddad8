import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { saveTestCoupon, saveTestCurrencies } from '#testing/shops/test-offers.ts'
import { testShop } from '#testing/test-shop.ts'
import { giveCoupon } from './bind.service.ts'
import { type ClaimUse, joinGuestClaims, markClaimUsed, releaseClaim, reserveClaim } from './claims.service.ts'
import { couponClaims, coupons } from './coupons.tables.ts'

const shop = testShop()
beforeAll(() => saveTestCurrencies(shop.shop.db))

const coat = { lineRef: 'a', productId: 1, categoryCode: 'coats', amount: 10_000 }
const bag = { lineRef: 'b', productId: 2, categoryCode: 'bags', amount: 5_000 }

async function claimFor(holder: { customerId: string | null; email: string }, couponId: number) {
  await giveCoupon(shop.shop, holder, couponId)
  const mine = (await claimsOf(couponId)).find(
    (claim) => claim.customerId === holder.customerId && claim.email === holder.email,
  )
  if (!mine) throw new Error('nothing was claimed')
  return mine
}

async function claimsOf(couponId: number) {
  return shop.shop.db.select().from(couponClaims).where(eq(couponClaims.couponId, couponId))
}

async function makeOrder(customerId: string | null, email: string): Promise<string> {
  const now = shop.clock.now()
  const id = newId()
  await shop.shop.db.insert(orders).values({
    id,
    orderNo: newOrderNo(),
    customerId,
    email,
    currency: 'USD',
    subtotalAmount: 0,
    totalAmount: 0,
    createdAt: now,
    expiresAt: now,
  })
  return id
}

async function setUp(changes: Parameters<typeof saveTestCoupon>[1] = {}) {
  const ada = await shop.signedIn()
  const holder = { customerId: ada.id, email: ada.email }
  const couponId = await saveTestCoupon(shop.shop.db, changes)
  const claim = await claimFor(holder, couponId)
  const use: ClaimUse = {
    ...holder,
    claimId: claim.id,
    orderId: await makeOrder(ada.id, ada.email),
    currency: 'USD',
    lines: [coat, bag],
    shippingAmount: 900,
    isNew: true,
    now: shop.clock.now(),
  }
  return { holder, couponId, claim, use }
}

const reserve = (use: ClaimUse) => shop.shop.db.transaction((tx) => reserveClaim(tx, use))

test('reserves a claim for an order and returns the discount and its lines', async () => {
  const { use, couponId } = await setUp({ conditions: { categoryCodes: ['bags'] } })
  expect(await reserve(use)).toEqual({
    code: `CODE${couponId}`,
    discountAmount: 1500,
    shippingDiscountAmount: 0,
    lineRefs: ['b'],
  })
  expect(await claimsOf(couponId)).toMatchObject([{ status: 1, orderId: use.orderId }])
})

test('converts amounts to the currency of the order', async () => {
  const { use } = await setUp({ minimumAmount: 20_000 })
  expect(await reserve({ ...use, currency: 'EUR' })).toMatchObject({ discountAmount: 750 })
  const short = await setUp({ minimumAmount: 40_000 })
  const inEuro = reserve({ ...short.use, currency: 'EUR' })
  await expect(inEuro).rejects.toMatchObject({ refusal: { code: 'coupon_not_met' } })
})

test('rejects a second order for a reserved claim until the first order is canceled', async () => {
  const { use, holder, couponId } = await setUp()
  await reserve(use)
  const second = { ...use, orderId: await makeOrder(holder.customerId, holder.email) }
  await expect(reserve(second)).rejects.toMatchObject({ status: 409, refusal: { code: 'coupon_reserved' } })
  await releaseClaim(shop.shop.db, use.orderId)
  await reserve(second)
  await markClaimUsed(shop.shop.db, second.orderId, shop.clock.now())
  await markClaimUsed(shop.shop.db, second.orderId, new Date(0))
  expect(await claimsOf(couponId)).toMatchObject([{ status: 2, usedAt: shop.clock.now(), orderId: second.orderId }])
  await releaseClaim(shop.shop.db, second.orderId)
  expect(await claimsOf(couponId)).toMatchObject([{ status: 2, orderId: second.orderId }])
  await expect(reserve(use)).rejects.toMatchObject({ refusal: { code: 'coupon_used' } })
})

test('reserves the claim for one of two concurrent orders', async () => {
  const { use, holder } = await setUp()
  const other = { ...use, orderId: await makeOrder(holder.customerId, holder.email) }
  const { db, close } = openDatabase(shop.url, { max: 2 })
  const tries = [use, other].map((one) => db.transaction((tx) => reserveClaim(tx, one)))
  const results = await Promise.allSettled(tries)
  await close()
  expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  ['expired', { validDays: 1 }, { now: new Date('2026-07-01') }, 'coupon_expired'],
  ['the coupon has not started', { startsAt: new Date('2026-12-01') }, {}, 'coupon_not_started'],
  ['the order is below the minimum', { minimumAmount: 15_001 }, {}, 'coupon_not_met'],
  ['the coupon is for other products', { conditions: { productIds: [9] } }, {}, 'coupon_not_met'],
])('rejects and does not reserve a claim if %s', async (_, coupon, change, code) => {
  const { use, couponId } = await setUp(coupon)
  await expect(reserve({ ...use, ...change })).rejects.toMatchObject({ refusal: { code } })
  expect(await claimsOf(couponId)).toMatchObject([{ orderId: null }])
})

test('returns 404 for another shopper’s claim, even to a guest with the same address', async () => {
  const { use, holder } = await setUp()
  const bob = await shop.signedIn('bob')
  const tries = [
    { customerId: bob.id, email: bob.email },
    { customerId: null, email: holder.email },
    { claimId: 'nothing' },
  ]
  for (const change of tries) {
    await expect(reserve({ ...use, ...change })).rejects.toMatchObject({ status: 404 })
  }
})

test('merges a guest’s claims into the account and keeps one claim per coupon', async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const own = { customerId: ada.id, email: ada.email }
  const guest = { customerId: null, email: ada.email }
  const ids = await Promise.all([1, 2, 3].map(() => saveTestCoupon(db, { stockTotal: 5 })))
  const [onlyGuest = 0, both = 0, usedByGuest = 0] = ids
  await claimFor(guest, onlyGuest)
  await claimFor(guest, both)
  const kept = await claimFor(own, both)
  await claimFor(own, usedByGuest)
  const used = await claimFor(guest, usedByGuest)
  const orderId = await makeOrder(null, ada.email)
  await db
    .update(couponClaims)
    .set({ status: 2, usedAt: shop.clock.now(), orderId })
    .where(eq(couponClaims.id, used.id))
  const stranger = await claimFor({ customerId: null, email: 'other@harbor.test' }, onlyGuest)

  await db.transaction((tx) => joinGuestClaims(tx, { customerId: ada.id, email: ada.email }))

  expect(await claimsOf(both)).toMatchObject([{ id: kept.id, customerId: ada.id }])
  expect(await claimsOf(usedByGuest)).toMatchObject([{ id: used.id, customerId: ada.id, status: 2 }])
  const joined = await claimsOf(onlyGuest)
  expect(joined.find((claim) => claim.email === ada.email)?.customerId).toBe(ada.id)
  expect(joined.find((claim) => claim.id === stranger.id)?.customerId).toBe(null)
  for (const [id, claimed] of [
    [onlyGuest, 2],
    [both, 1],
    [usedByGuest, 1],
  ] as const) {
    expect(await db.select().from(coupons).where(eq(coupons.id, id))).toMatchObject([{ stockClaimed: claimed }])
  }
})
