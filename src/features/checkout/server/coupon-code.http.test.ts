import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addToCart } from '#features/cart/cart.contract.ts'
import { userGroup } from '#features/coupons/coupon-widget.rules.ts'
import { checkCouponCode } from '#features/coupons/coupons.contract.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { coupons } from '#features/coupons/server/coupons.tables.ts'
import { getOrder } from '#features/orders/orders.contract.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { claimTestCoupon, saveTestCoupon, saveTestWidget } from '#testing/shops/test-offers.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'

const shop = testShop()
const address = {
  ...{ firstname: 'Ada', lastname: 'Lind', telephone: '+1 207 555 0142', address_1: '18 Ropewalk Lane', address_2: '' },
  ...{ house_num: '', city: 'Portland', state: 'Maine', country: 'US', postcode: '04101' },
}

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

async function shopper() {
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.dress })
  return ada
}

async function saveCode(changes: Parameters<typeof saveTestCoupon>[1] = {}) {
  const id = await saveTestCoupon(shop.shop.db, changes)
  return { id, code: `CODE${id}` }
}

const check = (person: Person, code: string) => person.call(checkCouponCode, { code })
const claimedOf = async (id: number) =>
  (await shop.shop.db.select().from(coupons).where(eq(coupons.id, id)))[0]?.stockClaimed

async function order(person: Person, coupon_code: string) {
  const quote = await person.call(quoteCheckout, { coupon_code, claim_id: 'code' })
  const lines = quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity }))
  const { currency, shipping_method } = quote
  return { address, shipping_method, currency, lines, claim_id: null, coupon_code, total: quote.total.price_value }
}

test('lowers the total with a typed code, and claims its coupon only with the order', async () => {
  const ada = await shopper()
  const { id, code } = await saveCode()
  expect(await check(ada, ` ${code.toLowerCase()} `)).toMatchObject({ code, problem: null, off: { price: '$15.00' } })
  const quote = await ada.call(quoteCheckout, { coupon_code: code, claim_id: 'code' })
  expect(quote).toMatchObject({
    claim_id: 'code',
    typed: { code, off: { price: '$15.00' } },
    total: { price_value: '135.00' },
  })
  expect(quote.coupons).toMatchObject([{ claim_id: 'code', code, is_best: true }])
  expect(await claimedOf(id)).toBe(0)
  const input = await order(ada, code)
  const { order_id: orderId } = await ada.call(checkOut, input)
  expect(await ada.call(getOrder, { orderId })).toMatchObject({ total: { price_value: '135.00' } })
  expect(await claimedOf(id)).toBe(1)
  // The coupon is reserved for that order.
  await ada.call(addToCart, { sku_id: goods.scarf })
  expect(await check(ada, code)).toMatchObject({ problem: 'coupon_reserved', off: null })
  await expect(ada.call(checkOut, await order(ada, code))).rejects.toMatchObject({
    refusal: { code: 'coupon_reserved' },
  })
})

test('lets a guest order with a typed code, and ties the claim to the browser', async () => {
  const { code } = await saveCode()
  const guest = shop.stranger()
  const cart = await guest.fetch('/rest/cart', json({ sku_id: goods.dress, quantity: 1 }))
  const cookie = cart.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const answer = await guest.fetch(`/rest/checkout?coupon_code=${code}&claim_id=code`, { headers: { cookie } })
  const { data: quote } = await answer.json()
  expect(quote).toMatchObject({ claim_id: 'code', total: { price_value: '135.00' } })
  const lines = [{ sku_id: goods.dress, quantity: 1 }]
  const input = {
    address,
    email: 'guest@harbor.test',
    shipping_method: 'standard',
    currency: 'USD',
    claim_id: null,
    lines,
  }
  const ordered = await guest.fetch(
    '/rest/checkout',
    json({ ...input, coupon_code: code, total: '135.00' }, { cookie }),
  )
  expect(await ordered.json()).toMatchObject({ data: { total: { price_value: '135.00' } } })
  expect(ordered.headers.getSetCookie().join()).toMatch(/claims=/)
})

test("explains why a code does not apply, and keeps the shopper's best coupon", async () => {
  const ada = await shopper()
  const best = await claimTestCoupon(shop.shop, ada, { discountAmount: 500 })
  const short = await saveCode({ minimumAmount: 16_200, useConditionTxt: 'Orders over $162' })
  expect(await check(ada, short.code)).toMatchObject({
    problem: null,
    use_condition_txt: 'Orders over $162',
    missing: { kind: 'amount', price: '$12.00' },
    off: null,
  })
  const shoes = await saveCode({ conditions: { categoryCodes: ['women_shoes'] } })
  expect(await check(ada, shoes.code)).toMatchObject({ missing: { kind: 'product', price: null } })
  const later = await saveCode({ startsAt: new Date(shop.clock.now().getTime() + 86_400_000) })
  expect(await check(ada, later.code)).toMatchObject({ problem: 'coupon_not_started' })
  const over = await saveCode({ endsAt: shop.clock.now() })
  expect(await check(ada, over.code)).toMatchObject({ problem: 'coupon_expired' })
  const gone = await saveCode({ stockTotal: 1 })
  await giveCoupon(shop.shop, { customerId: null, email: 'eve@harbor.test' }, gone.id)
  expect(await check(ada, gone.code)).toMatchObject({ problem: 'coupons_gone' })
  await expect(ada.call(checkOut, await order(ada, gone.code))).rejects.toMatchObject({
    refusal: { code: 'coupon_gone' },
  })
  const quote = await ada.call(quoteCheckout, { coupon_code: short.code, claim_id: 'code' })
  expect(quote).toMatchObject({ claim_id: best, total: { price_value: '145.00' } })
})

test('returns the same result for unknown, paused and ended codes', async () => {
  const ada = await shopper()
  const paused = await saveCode({ isPaused: true })
  const ended = await saveCode({ isActive: false })
  const answers = await Promise.all(['NOSUCH', paused.code, ended.code].map((code) => check(ada, code)))
  expect(answers.map(({ code: _, ...rest }) => rest)).toEqual(
    Array(3).fill({ problem: 'unknown', use_condition_txt: '', missing: null, off: null }),
  )
  await expect(ada.call(checkOut, await order(ada, paused.code))).rejects.toMatchObject({
    refusal: { code: 'coupon_code_unknown' },
  })
})

test('accepts a coupon for a user group only from shoppers of that group', async () => {
  const ada = await shopper()
  const forKnown = await saveCode()
  await saveTestWidget(shop.shop.db, [forKnown.id], { userGroup: userGroup.knownUsers })
  expect(await check(ada, forKnown.code)).toMatchObject({ problem: 'not_eligible' })
  const forNew = await saveCode()
  await saveTestWidget(shop.shop.db, [forNew.id], { userGroup: userGroup.newUsers })
  const bob = await shop.signedIn('bob')
  await bob.call(addToCart, { sku_id: goods.dress })
  expect(await check(bob, forNew.code)).toMatchObject({ problem: null, off: { price: '$15.00' } })
  // Unpaid orders are orders too, so the next order is no longer the first.
  await bob.call(checkOut, await order(bob, forNew.code))
  await bob.call(addToCart, { sku_id: goods.dress })
  const second = await saveCode()
  await saveTestWidget(shop.shop.db, [second.id], { userGroup: userGroup.newUsers })
  expect(await check(bob, second.code)).toMatchObject({ problem: 'coupon_new_only', off: null })
})

test('limits attempts with unknown codes, and does not count valid codes', async () => {
  const ada = await shopper()
  const { code } = await saveCode()
  for (let round = 0; round < 30; round++) expect(await check(ada, code)).toMatchObject({ problem: null })
  for (let round = 0; round < 19; round++)
    expect(await check(ada, `WRONG${round}`)).toMatchObject({ problem: 'unknown' })
  await expect(
    (async () => {
      for (let round = 0; round < 3; round++) await check(ada, `MORE${round}`)
    })(),
  ).rejects.toMatchObject({ status: 429 })
})
