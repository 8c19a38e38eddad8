import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addAddress, listAddresses } from '#features/addresses/addresses.contract.ts'
import { addresses } from '#features/addresses/server/addresses.tables.ts'
import { addToCart, getCart, getCartCount } from '#features/cart/cart.contract.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { bindCoupons } from '#features/coupons/coupons.contract.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { couponClaims, couponTexts } from '#features/coupons/server/coupons.tables.ts'
import { getOrder, listOrders } from '#features/orders/orders.contract.ts'
import { cancelOrder, releaseOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { orderAddresses, orders } from '#features/orders/server/orders.tables.ts'
import { getPayment, startPayment, tryPayment } from '#features/payments/payments.contract.ts'
import { noProvider } from '#features/payments/server/providers/choose-provider.ts'
import { saveLanguages } from '#features/settings/server/save-settings.service.ts'
import { confirmEmail, register, signIn } from '#features/sign-in/sign-in.contract.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon, saveTestWidget } from '#testing/shops/test-offers.ts'
import { json, type Person, testPassword, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'

const shop = testShop()

const address = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address_1: '18 Ropewalk Lane',
  address_2: 'Apt 4',
  house_num: '',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('accepts orders only to countries that the shop ships to', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.scarf)
  const kept = await ada.call(addAddress, address)
  await shipTo(shop.shop.db, 'DE')
  const input = await orderOf(ada)
  const order = (country: string, postcode: string) =>
    ada.call(checkOut, { ...input, address: { ...address, country, postcode } })
  await expect(order('Narnia', '1')).rejects.toMatchObject({
    refusal: { errors: { 'address.country': ['Please choose a country'] } },
  })
  await expect(order('US', '04101')).rejects.toMatchObject({
    refusal: { errors: { country: ['We do not ship to this country'] } },
  })
  const { address: _, ...byId } = { ...input, address_id: kept.id }
  await expect(ada.call(checkOut, byId)).rejects.toMatchObject({
    refusal: { errors: { country: ['We do not ship to this country'] } },
  })
  await expect(order('Germany', '')).rejects.toMatchObject({
    refusal: { errors: { 'address.postcode': ['Please fill in this field'] } },
  })
  const { order_id: orderId } = await order('Germany', '10115')
  expect(await ada.call(getOrder, { orderId })).toMatchObject({
    shipping_address: { country: 'Germany', country_code: 'DE' },
  })
  const rows = await shop.shop.db.select().from(orderAddresses).where(eq(orderAddresses.orderId, orderId))
  expect(rows).toMatchObject([{ country: 'DE' }])
  await shipTo(shop.shop.db, '')
})

async function fill(person: Person, ...skuIds: number[]) {
  for (const sku_id of skuIds) await person.call(addToCart, { sku_id })
}

/** Returns the input that the checkout page sends after a quote. */
async function orderOf(person: Person, input: { shipping_method?: string; claim_id?: string; currency?: string } = {}) {
  const quote = await person.call(quoteCheckout, input)
  return {
    address,
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    currency: quote.currency,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    total: quote.total.price_value,
  }
}

async function give(person: Person, changes: Parameters<typeof saveTestCoupon>[1] = {}) {
  const couponId = await saveTestCoupon(shop.shop.db, changes)
  await giveCoupon(shop.shop, { customerId: person.id || null, email: person.email }, couponId)
  const claims = await shop.shop.db.select().from(couponClaims).where(eq(couponClaims.couponId, couponId))
  return claims[0]?.id ?? ''
}

const stockOf = async (skuId: number) =>
  (await shop.shop.db.select({ inventory: skus.inventory }).from(skus).where(eq(skus.id, skuId)))[0]?.inventory ?? 0

/** Creates a browser that keeps its cookies. */
function browser(email?: string) {
  const jar = new Map<string, string>(email ? [['subscribe_email', encodeURIComponent(email)]] : [])
  const stranger = shop.stranger()
  const headers = () => ({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') })
  async function send(path: string, body?: unknown, more: Record<string, string> = {}) {
    const answer = await stranger.fetch(
      path,
      body ? json(body, { ...headers(), ...more }) : { headers: { ...headers(), ...more } },
    )
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=')
      if (value) jar.set(name, value)
      else jar.delete(name)
    }
    return { status: answer.status, body: await answer.json() }
  }
  return { jar, send }
}

test('quotes all totals with shipping in the requested currency', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress, goods.scarf, goods.scarf)
  const quote = await ada.call(quoteCheckout, { shipping_method: 'express' })
  expect(quote).toMatchObject({ currency: 'USD', count: 3, left_out: 0, shipping_method: 'express', claim_id: null })
  expect(quote.totals.map(({ code, value }) => [code, value.price_value])).toEqual([
    ['subtotal', '270.00'],
    ['shipping', '15.00'],
    ['total', '285.00'],
  ])
  const euros = await ada.call(quoteCheckout, { currency: 'EUR' })
  expect(euros.total.price).toBe('€243.00')
  expect((await ada.call(quoteCheckout, { currency: 'ZZZ' })).currency).toBe('USD')
})

test('uses the best coupon by default, accepts another coupon, and lists the unmet conditions of unusable coupons', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress)
  const small = await give(ada, { discountAmount: 500 })
  const best = await give(ada, { discountAmount: 2000 })
  const unmet = await give(ada, { discountAmount: 9000, minimumAmount: 20_000 })
  const shoes = await give(ada, {
    couponType: 'P',
    discountPercent: 50,
    discountAmount: null,
    conditions: { categoryCodes: ['women_shoes'] },
  })
  const quote = await ada.call(quoteCheckout, {})
  expect(quote.claim_id).toBe(best)
  expect(quote.total.price_value).toBe('130.00')
  expect(quote.coupons.map(({ claim_id }) => claim_id).slice(0, 2)).toEqual([best, small])
  const find = (id: string) => quote.coupons.find(({ claim_id }) => claim_id === id)
  expect(find(best)).toMatchObject({ is_best: true, missing: null, off: { price_value: '20.00' } })
  expect(find(unmet)).toMatchObject({ off: null, is_best: false, missing: { kind: 'amount', price: '$50.00' } })
  expect(find(shoes)).toMatchObject({ off: null, missing: { kind: 'product', price: null } })
  const [{ couponId } = { couponId: 0 }] = await shop.shop.db
    .select({ couponId: couponClaims.couponId })
    .from(couponClaims)
    .where(eq(couponClaims.id, best))
  await saveLanguages(shop.shop.db, [
    { id: 1, code: 'en', ownName: 'English', englishName: 'English', sort: 1 },
    { id: 4, code: 'de', ownName: 'Deutsch', englishName: 'German', sort: 2 },
  ])
  await shop.shop.db.insert(couponTexts).values({ couponId, language: 'de', useConditionTxt: 'Ab 89 $' })
  const response = await ada.fetch('/rest/checkout', { headers: { 'accept-language': 'de' } })
  const { data: german } = (await response.json()) as { data: typeof quote }
  expect(german.coupons[0]).toMatchObject({ claim_id: best, use_condition_txt: 'Ab 89 $' })
  expect((await ada.call(quoteCheckout, { claim_id: small })).total.price_value).toBe('145.00')
  expect((await ada.call(quoteCheckout, { claim_id: 'none' })).total.price_value).toBe('150.00')
  const bob = await shop.signedIn('bob')
  await fill(bob, goods.dress)
  expect(await bob.call(quoteCheckout, { claim_id: best })).toMatchObject({ claim_id: null, coupons: [] })
})

test('takes stock, reserves the coupon, empties the cart and charges the quoted total', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress, goods.scarf)
  const claim = await give(ada, { discountAmount: 4200 })
  const before = await stockOf(goods.dress)
  const input = await orderOf(ada, { shipping_method: 'express' })
  const placed = await ada.call(checkOut, { ...input, keep_address: true })
  expect(placed).toMatchObject({ email: ada.email, is_on_hold: false, total: { price_value: '183.00' } })
  expect(await stockOf(goods.dress)).toBe(before - 1)
  expect(await ada.call(getCartCount, {})).toEqual({ count: 0 })
  const order = await ada.call(getOrder, { orderId: placed.order_id })
  expect(order).toMatchObject({ order_status_id: 1, shipping_address: address, total: { price_value: '183.00' } })
  expect(await ada.call(listAddresses, {})).toMatchObject([{ city: 'Portland', is_default: true }])
  await fill(ada, goods.dress)
  const again = await ada.call(quoteCheckout, {})
  expect(again.claim_id).toBeNull()
  expect(again.coupons).toMatchObject([{ claim_id: claim, off: null, block_reason: 'coupon_reserved' }])
  await expect(ada.call(checkOut, { ...(await orderOf(ada)), claim_id: claim })).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'coupon_reserved' },
  })
  expect(await ada.call(getCartCount, {})).toEqual({ count: 1 })
})

test('creates one order for a repeated request', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.scarf)
  const input = await orderOf(ada)
  const headers = { 'Idempotency-Key': 'once' }
  const first = await ada.call(checkOut, input, { headers })
  expect(await ada.call(checkOut, input, { headers })).toEqual(first)
  expect((await ada.call(listOrders, {})).data).toHaveLength(1)
})

test('creates one order for simultaneous requests with the same cart', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.scarf)
  const input = await orderOf(ada)
  const answers = await Promise.allSettled([1, 2, 3].map(() => ada.call(checkOut, input)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await ada.call(listOrders, {})).data).toHaveLength(1)
})

test("accepts an address of the customer's own address book only", async () => {
  const ada = await shop.signedIn()
  const { id: address_id } = await ada.call(addAddress, { ...address, city: 'Bath' })
  await fill(ada, goods.scarf)
  const { address: _, ...input } = await orderOf(ada)
  await shop.shop.db.update(addresses).set({ state: 'Maine' }).where(eq(addresses.id, address_id))
  const { order_id } = await ada.call(checkOut, { ...input, address_id })
  expect((await ada.call(getOrder, { orderId: order_id })).shipping_address?.city).toBe('Bath')
  // An older row has the region's name, and the order has its code.
  const rows = await shop.shop.db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order_id))
  expect(rows).toMatchObject([{ state: 'ME' }])
  const bob = await shop.signedIn('bob')
  await fill(bob, goods.scarf)
  const { address: __, ...his } = await orderOf(bob)
  await expect(bob.call(checkOut, { ...his, address_id })).rejects.toMatchObject({ status: 422 })
  await expect(bob.call(checkOut, his)).rejects.toMatchObject({ refusal: { errors: { address: expect.anything() } } })
})

test('reports an item that has sold out since the quote, and changes nothing', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.bag, goods.scarf)
  const input = await orderOf(ada)
  const scarves = await stockOf(goods.scarf)
  await shop.shop.db.update(skus).set({ inventory: 0 }).where(eq(skus.id, goods.bag))
  await expect(ada.call(checkOut, input)).rejects.toMatchObject({
    refusal: { code: 'only_left', message: 'Only 0 left', errors: { lines: ['The bag'] } },
  })
  expect(await stockOf(goods.scarf)).toBe(scarves)
  expect(await ada.call(getCart, {})).toMatchObject({ count: 2, buyable_count: 1, subtotal: { price_value: '60.00' } })
  const quote = await ada.call(quoteCheckout, {})
  expect(quote).toMatchObject({ left_out: 1, count: 1 })
  await ada.call(checkOut, await orderOf(ada))
  expect(await ada.call(getCart, {})).toMatchObject({ count: 1, lines: [{ sku_id: goods.bag, problem: 'sold_out' }] })
  await shop.shop.db.update(skus).set({ inventory: 1000 }).where(eq(skus.id, goods.bag))
})

test('rejects a changed price, a changed cart and a lost coupon before the order is placed', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.lingerie)
  const input = await orderOf(ada)
  await expect(ada.call(checkOut, { ...input, claim_id: 'x' })).rejects.toMatchObject({
    refusal: { code: 'coupon_gone' },
  })
  await shop.shop.db.update(skus).set({ priceAmount: 3100 }).where(eq(skus.id, goods.lingerie))
  await expect(ada.call(checkOut, input)).rejects.toMatchObject({ status: 409, refusal: { code: 'total_changed' } })
  await fill(ada, goods.scarf)
  await expect(ada.call(checkOut, input)).rejects.toMatchObject({ status: 409, refusal: { code: 'cart_changed' } })
  expect((await ada.call(listOrders, {})).data).toEqual([])
  expect(await ada.call(getCartCount, {})).toEqual({ count: 2 })
})

test.each([
  { claim_id: null, currency: 'USD', lines: [], shipping_method: 'standard', total: '1.00' },
  {
    claim_id: null,
    currency: 'dollars',
    lines: [{ sku_id: 101, quantity: 1 }],
    shipping_method: 'standard',
    total: '1',
  },
  { claim_id: null, currency: 'USD', lines: [{ sku_id: 101, quantity: 1 }], total: '150.00' },
])('rejects the input %j', async (body) => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress)
  expect((await ada.fetch('/rest/checkout', json(body))).status).toBe(422)
})

test('rejects an unknown shipping method and an empty cart', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress)
  const input = await orderOf(ada)
  await expect(ada.call(checkOut, { ...input, shipping_method: 'by whale' })).rejects.toMatchObject({ status: 422 })
  const bob = await shop.signedIn('bob')
  await expect(bob.call(checkOut, input)).rejects.toMatchObject({ refusal: { code: 'cart_empty' } })
  expect(await bob.call(quoteCheckout, {})).toMatchObject({ count: 0, lines: [] })
})

test('holds an order with nothing to pay, and marks the order as paid once staff release it', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress)
  const claimId = await give(ada, { couponType: 'P', discountPercent: 100, discountAmount: null })
  const placed = await ada.call(checkOut, await orderOf(ada))
  const { order_id: orderId } = placed
  expect(placed).toMatchObject({ is_on_hold: true, total: { price_value: '0.00' } })
  expect((await ada.call(getOrder, { orderId })).order_status_id).toBe(13)
  expect(await ada.call(getPayment, { orderId })).toMatchObject({ state: 'held' })
  await expect(ada.call(tryPayment, { orderId, outcome: 'approve' })).rejects.toMatchObject({ status: 409 })
  const claim = async () =>
    (await shop.shop.db.select().from(couponClaims).where(eq(couponClaims.id, claimId)))[0]?.status
  expect(await claim()).toBe(1)
  expect(await shop.mailsTo(ada.email)).toHaveLength(0)
  await releaseOrder(shop.shop, orderId)
  expect((await ada.call(getOrder, { orderId })).order_status_id).toBe(4)
  expect(await claim()).toBe(2)
  expect(await shop.mailsTo(ada.email)).toHaveLength(1)
})

test('returns stock and coupon when staff cancel a free order, and mails the customer that nothing was charged', async () => {
  const ada = await shop.signedIn()
  const before = await stockOf(goods.dress)
  await fill(ada, goods.dress)
  const claimId = await give(ada, { couponType: 'P', discountPercent: 100, discountAmount: null })
  const { order_id: orderId } = await ada.call(checkOut, await orderOf(ada))
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  expect(await stockOf(goods.dress)).toBe(before)
  const [claim] = await shop.shop.db.select().from(couponClaims).where(eq(couponClaims.id, claimId))
  expect(claim).toMatchObject({ status: 1, orderId: null })
  expect((await shop.mailsTo(ada.email))[0]?.text).toContain('There was nothing to pay, so nothing was charged.')
})

test('lets a guest order with an email address and with the coupon that the same browser claimed for the address', async () => {
  const email = 'guest-checkout@harbor.test'
  const { db } = shop.shop
  const { linkIds } = await saveTestWidget(db, [await saveTestCoupon(db, { discountAmount: 1000 })])
  const guest = browser(email)
  await guest.send(bindCoupons.path, { email, code_id: linkIds.join(',') }, { 'x-subscribe-email': email })
  const [{ id: claim } = { id: '' }] = await db.select().from(couponClaims).where(eq(couponClaims.email, email))
  await guest.send('/rest/cart', { sku_id: goods.dress })
  const { body } = await guest.send('/rest/checkout')
  expect(body.data).toMatchObject({ claim_id: claim, total: { price_value: '140.00' } })
  const input = {
    address,
    shipping_method: 'standard',
    claim_id: claim,
    currency: 'USD',
    lines: [{ sku_id: goods.dress, quantity: 1 }],
    total: '140.00',
  }
  expect(await guest.send('/rest/checkout', input)).toMatchObject({
    status: 422,
    body: { errors: { email: ['Please fill in this field'] } },
  })
  expect(await guest.send('/rest/checkout', { ...input, email: 'else@harbor.test' })).toMatchObject({
    status: 409,
    body: { reason: 'coupon_gone' },
  })
  // In another browser, neither the email address nor the claim id gives access to the coupon.
  const mallory = browser(email)
  await mallory.send('/rest/cart', { sku_id: goods.dress })
  const named = { 'x-subscribe-email': email }
  const shown = await mallory.send('/rest/checkout', undefined, named)
  expect(shown.body.data).toMatchObject({ claim_id: null, coupons: [] })
  expect(await mallory.send('/rest/checkout', { ...input, email }, named)).toMatchObject({
    status: 409,
    body: { reason: 'coupon_gone' },
  })
  const placed = await guest.send('/rest/checkout', { ...input, email })
  expect(placed).toMatchObject({ status: 200, body: { data: { email, total: { price_value: '140.00' } } } })
  const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, placed.body.data.order_id))
  expect(order).toMatchObject({ customerId: null, email })
  const other = browser()
  await other.send('/rest/cart', { sku_id: goods.dress })
  expect((await other.send('/rest/checkout')).body.data).toMatchObject({ claim_id: null, coupons: [] })
})

test('moves a guest’s cart to the account after signing in or registering', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.scarf)
  const visitor = browser()
  await visitor.send('/rest/cart', { sku_id: goods.dress, quantity: 2 })
  await visitor.send(signIn.path, { email: ada.email, password: testPassword })
  expect(visitor.jar.has('cart')).toBe(false)
  expect(await ada.call(getCartCount, {})).toEqual({ count: 3 })
  // Until the address is verified the cart stays with the browser. Then it moves to the account.
  const newcomer = shop.browser()
  await newcomer.call(addToCart, { sku_id: goods.dress })
  const email = 'cart-joins@harbor.test'
  await newcomer.call(register, { email, password: testPassword })
  expect(await newcomer.call(getCartCount, {})).toEqual({ count: 1 })
  const [mail] = await shop.mailsTo(email)
  await newcomer.call(confirmEmail, { token: /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
  expect(newcomer.jar.has('cart')).toBe(false)
  expect(await newcomer.call(getCartCount, {})).toEqual({ count: 1 })
})

test('reports that a shop without payments takes no orders, and rejects orders', async () => {
  const ada = await shop.signedIn()
  await fill(ada, goods.dress)
  const input = await orderOf(ada)
  expect(await ada.call(quoteCheckout, {})).toMatchObject({ payments: 'test' })
  const placed = await ada.call(checkOut, input)
  await fill(ada, goods.dress)
  const open = shop.shop.payments
  shop.shop.payments = noProvider
  try {
    expect(await ada.call(quoteCheckout, {})).toMatchObject({ payments: 'closed', count: 1 })
    const isClosed = { status: 409, refusal: { code: 'checkout_closed' } }
    await expect(ada.call(checkOut, input)).rejects.toMatchObject(isClosed)
    await expect(ada.call(startPayment, { orderId: placed.order_id })).rejects.toMatchObject(isClosed)
    await expect(ada.call(tryPayment, { orderId: placed.order_id, outcome: 'approve' })).rejects.toMatchObject({
      status: 404,
    })
    expect(await ada.call(getCartCount, {})).toMatchObject({ count: 1 })
  } finally {
    shop.shop.payments = open
  }
})
