import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { addToCart, getCart } from '#features/cart/cart.contract.ts'
import { getProduct } from '#features/catalogue/catalogue.contract.ts'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { couponClaims, couponLinks, couponWidgets } from '#features/coupons/server/coupons.tables.ts'
import { cancelOrder, releaseGuestStock } from '#features/orders/server/commands/order-commands.service.ts'
import type { PlacedBy } from '#features/orders/server/commands/place-order.service.ts'
import { getPayment, startPayment, tryPayment } from '#features/payments/payments.contract.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { sessions } from '#features/sign-in/server/sign-in.tables.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { readOrder, readStock } from '#testing/shops/order-records.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { checkOut, quoteCheckout } from '../checkout.contract.ts'

const shop = testShop()
const hour = 60 * 60_000

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

const guest = (email = `${newId().slice(0, 12)}@harbor.test`) => ({ id: '', email })
const setStock = (skuId: number, inventory: number) =>
  shop.shop.db.update(skus).set({ inventory }).where(eq(skus.id, skuId))

let lastNetwork = 0
/** Creates a visitor with a separate network, unless a network is given. */
const visitor = (isVerified: boolean, network = `198.51.${++lastNetwork}.0/24`): PlacedBy => ({
  bounds: shop.shop.bounds,
  network,
  isVerified,
})

const buyAs = (who: { id: string; email: string }, skuIds: number[], by: PlacedBy, desk = shop.shop) =>
  buy(desk, who, skuIds, { by })

async function placeMany(count: number, place: (desk: typeof shop.shop, index: number) => Promise<unknown>) {
  const wide = openDatabase(shop.url, { max: 20 })
  const tries = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => place({ ...shop.shop, db: wide.db }, index)),
  )
  await wide.close()
  const codes = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason.refusal?.code ?? one.reason] : []))
  return { placed: tries.length - codes.length, codes: [...new Set(codes)] }
}

/**
 * Signs a shopper in with an unverified address. The cart belongs to the browser until the shopper opens the mailed
 * link.
 */
async function unverified(name = 'eve'): Promise<Person> {
  const person = await shop.signedIn(name)
  await shop.shop.db.update(sessions).set({ isVerified: false }).where(eq(sessions.customerId, person.id))
  const { jar, ...browser } = shop.browser()
  jar.set('token', person.token ?? '')
  return { ...person, ...browser }
}

async function order(person: Person, ...skuIds: number[]) {
  for (const sku_id of skuIds) await person.call(addToCart, { sku_id })
  const quote = await person.call(quoteCheckout, {})
  return person.call(checkOut, {
    address: {
      ...{ firstname: 'Ada', lastname: 'Lind', telephone: '+1 207 555 0142', address_1: '18 Ropewalk Lane' },
      ...{
        address_2: '',
        house_num: '',
        city: 'Portland',
        state: 'Maine',
        country: 'United States',
        postcode: '04101',
      },
    },
    shipping_method: quote.shipping_method,
    claim_id: quote.claim_id,
    currency: quote.currency,
    lines: quote.lines.map(({ sku_id, quantity }) => ({ sku_id, quantity })),
    total: quote.total.price_value,
  })
}

test('limits unpaid orders by guest address, account and network, even concurrently', async () => {
  const one = guest()
  expect(await placeMany(10, (desk) => buyAs(one, [goods.dress], visitor(false), desk))).toEqual({
    placed: 2,
    codes: ['too_many_waiting'],
  })
  const ada = await shop.signedIn()
  expect(await placeMany(12, (desk) => buyAs(ada, [goods.dress], visitor(true), desk))).toEqual({
    placed: 5,
    codes: ['too_many_unpaid'],
  })
  const everybody = visitor(false, '203.0.113.0/24')
  expect(await placeMany(36, (desk) => buyAs(guest(), [goods.scarf], everybody, desk))).toEqual({
    placed: 30,
    codes: ['too_many_waiting'],
  })
  // The limit of the network does not apply to a verified address.
  await buyAs(await shop.signedIn(), [goods.scarf], visitor(true, '203.0.113.0/24'))
})

test('allows another unpaid order after a payment or cancellation, and clears the stored network', async () => {
  const one = guest()
  const by = visitor(false)
  const first = await buyAs(one, [goods.dress], by)
  const second = await buyAs(one, [goods.dress], by)
  await expect(buyAs(one, [goods.dress], by)).rejects.toMatchObject({ status: 409 })
  await pay(shop.shop, first)
  const third = await buyAs(one, [goods.dress], by)
  await cancelOrder(shop.shop, { orderId: second.orderId, actor: 'staff' })
  await buyAs(one, [goods.dress], by)
  expect(await readOrder(shop.shop.db, third.orderId)).toMatchObject({ network: expect.stringContaining('198.51') })
  for (const { orderId } of [first, second]) {
    expect(await readOrder(shop.shop.db, orderId)).toMatchObject({ network: null, stockHeldUntil: null })
  }
  shop.clock.advance(25 * hour)
  // The timer has not run, but the orders have expired.
  await buyAs(one, [goods.dress], by)
})

test("limits the stock held for all unverified addresses to a fifth of a SKU's stock, but never below one unit", async () => {
  await setStock(goods.bag, 40)
  expect(await placeMany(20, (desk) => buyAs(guest(), [goods.bag], visitor(false), desk))).toEqual({
    placed: 8,
    codes: ['held_for_others'],
  })
  expect(await readStock(shop.shop.db, goods.bag)).toBe(32)
  const eve = await unverified()
  await expect(order(eve, goods.bag)).rejects.toMatchObject({
    refusal: { code: 'held_for_others', errors: { lines: ['The bag'] } },
  })
  // The limit does not apply to a verified address.
  const ada = await shop.signedIn()
  await order(ada, goods.bag, goods.bag, goods.bag)
  await setStock(goods.lingerie, 2)
  await buyAs(guest(), [goods.lingerie], visitor(false))
  await expect(buyAs(guest(), [goods.lingerie], visitor(false))).rejects.toMatchObject({ status: 409 })
})

test('does not count a paid unit as an unverified hold', async () => {
  await setStock(goods.shoe, 4)
  const first = await buyAs(guest(), [goods.shoe], visitor(false))
  await expect(buyAs(guest(), [goods.shoe], visitor(false))).rejects.toMatchObject({ status: 409 })
  await pay(shop.shop, first)
  await buyAs(guest(), [goods.shoe], visitor(false))
})

test('releases a guest’s stock after an hour, and lets the order be paid while stock lasts', async () => {
  await setStock(goods.swimsuit, 10)
  const one = guest()
  const { orderId } = await buyAs(one, [goods.swimsuit, goods.swimsuit], visitor(false))
  const ada = await shop.signedIn()
  const kept = await buyAs(ada, [goods.swimsuit], visitor(true))
  const look = () => shop.stranger().call(getPayment, { orderId, email: one.email })
  shop.clock.advance(59 * 60_000)
  await releaseGuestStock(shop.shop)
  expect(await readStock(shop.shop.db, goods.swimsuit)).toBe(7)
  expect((await look()).held_until).not.toBeNull()
  shop.clock.advance(2 * 60_000)
  await Promise.all([releaseGuestStock(shop.shop), releaseGuestStock(shop.shop)])
  expect(await readStock(shop.shop.db, goods.swimsuit)).toBe(9)
  expect(await look()).toMatchObject({ state: 'open', held_until: null })
  expect(await readOrder(shop.shop.db, kept.orderId)).toMatchObject({ stockHeldUntil: null })
  // Another shopper takes most of the stock, so that too little is left.
  await setStock(goods.swimsuit, 1)
  for (const call of [startPayment, tryPayment]) {
    const tried = shop.stranger().call(call, { orderId, email: one.email, outcome: 'approve' })
    await expect(tried).rejects.toMatchObject({ status: 409, refusal: { code: 'stock_gone' } })
  }
  expect(await readStock(shop.shop.db, goods.swimsuit)).toBe(1)
  await setStock(goods.swimsuit, 12)
  const paid = await shop.stranger().call(tryPayment, { orderId, email: one.email, outcome: 'approve' })
  expect(paid.state).toBe('paid')
  expect(await readStock(shop.shop.db, goods.swimsuit)).toBe(10)
  await cancelOrder(shop.shop, { orderId, actor: 'staff' })
  expect(await readStock(shop.shop.db, goods.swimsuit)).toBe(12)
})

test('refunds a payment for stock that was sold in the meantime, and mails the customer', async () => {
  await setStock(goods.presale, 5)
  const one = guest()
  const placed = await buyAs(one, [goods.presale], visitor(false))
  shop.clock.advance(2 * hour)
  await releaseGuestStock(shop.shop)
  await setStock(goods.presale, 0)
  await Promise.all([pay(shop.shop, placed), pay(shop.shop, placed)])
  expect(await readOrder(shop.shop.db, placed.orderId)).toMatchObject({ statusId: 8, paidAt: null })
  const back = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, placed.orderId))
  expect(back.map(({ amount }) => amount)).toEqual([20_000, 20_000])
  expect(await readStock(shop.shop.db, goods.presale)).toBe(0)
  const [mail] = await shop.mailsTo(one.email)
  expect(mail?.text).toContain('Sold out before it was paid')
})

test('limits an order to the size of a cart, unless staff place the order', async () => {
  const ada = await shop.signedIn()
  const many = (skuId: number, count: number) => Array.from({ length: count }, () => skuId)
  const tooMany = (code: string) => ({ status: 422, refusal: { code } })
  await expect(buyAs(ada, many(goods.dress, 11), visitor(true))).rejects.toMatchObject(tooMany('too_many_of_one'))
  const all = [goods.dress, goods.scarf, goods.finalSale, goods.gift, goods.bag, goods.lingerie]
  for (const skuId of all) await setStock(skuId, 100)
  const lines = all.flatMap((skuId) => many(skuId, 9))
  await expect(buyAs(ada, lines, visitor(true))).rejects.toMatchObject(tooMany('too_many_pieces'))
  // The limit does not apply to staff.
  await buy(shop.shop, ada, lines)
})

async function makeFree(skuId: number) {
  await shop.shop.db.update(products).set({ saleTypeName: 'zero_buy' }).where(eq(products.id, skuId))
}

test('gives a verified address one free item in total, only together with a paid item, even concurrently', async () => {
  await makeFree(goods.gift)
  const problemOf = async (person: Person) =>
    (await person.call(getCart, {})).lines.find(({ sku_id }) => sku_id === goods.gift)?.problem
  const ada = await shop.signedIn()
  await ada.call(addToCart, { sku_id: goods.gift })
  expect(await problemOf(ada)).toBe('free_alone')
  await expect(ada.call(addToCart, { sku_id: goods.gift })).rejects.toMatchObject({ refusal: { code: 'free_once' } })
  const free = await order(ada, goods.dress)
  expect(free.total.price_value).toBe('150.00')
  await ada.call(addToCart, { sku_id: goods.gift })
  await ada.call(addToCart, { sku_id: goods.scarf })
  expect(await problemOf(ada)).toBe('free_once')
  expect((await ada.call(quoteCheckout, {})).lines.map(({ sku_id }) => sku_id)).toEqual([goods.scarf])
  // A canceled order makes the free item available again.
  await cancelOrder(shop.shop, { orderId: free.order_id, actor: 'shopper' })
  expect(await problemOf(ada)).toBeNull()
  const eve = await unverified()
  await eve.call(addToCart, { sku_id: goods.gift })
  await eve.call(addToCart, { sku_id: goods.dress })
  expect(await problemOf(eve)).toBe('free_unproved')
  const with2 = [goods.gift, goods.dress]
  for (const [by, skuIds, code] of [
    [visitor(false), with2, 'free_unproved'],
    [visitor(true), [goods.gift], 'free_alone'],
    [visitor(true), [goods.gift, ...with2], 'free_once'],
  ] as const) {
    await expect(buyAs(eve, [...skuIds], by)).rejects.toMatchObject({ refusal: { code } })
  }
  await expect(buyAs(guest(), with2, visitor(false))).rejects.toMatchObject({ refusal: { code: 'free_unproved' } })
  const bob = await shop.signedIn('bob')
  const many = await placeMany(5, (desk) => buyAs(bob, with2, visitor(true), desk))
  expect(many).toEqual({ placed: 1, codes: ['free_once'] })
})

test('gives the new-user price to a verified address until its own first order', async () => {
  await shop.shop.db.update(skus).set({ newUserPriceAmount: 1000 }).where(eq(skus.id, goods.finalSale))
  const priceFor = async (person: Person) =>
    (await person.call(getProduct, { handle: 'finalsale' })).skus[0]?.price.price_value
  const [ada, eve] = [await shop.signedIn(), await unverified()]
  expect(await priceFor(ada)).toBe('10.00')
  expect(await priceFor(eve)).toBe('40.00')
  // A stranger's unpaid order for the same address changes nothing.
  await buyAs({ id: '', email: ada.email }, [goods.dress], visitor(false))
  expect(await priceFor(ada)).toBe('10.00')
  const totals: number[] = []
  await placeMany(3, async (desk) => {
    totals.push((await buyAs(ada, [goods.finalSale], visitor(true), desk)).totalAmount)
  })
  expect(totals.sort((a, b) => a - b)).toEqual([1000, 4000, 4000])
  expect(await priceFor(ada)).toBe('40.00')
  expect((await buyAs(eve, [goods.finalSale], visitor(false))).totalAmount).toBe(4000)
})

test('applies a coupon for new users only to the first order of a verified address', async () => {
  const couponId = await saveTestCoupon(shop.shop.db, { discountAmount: 2000 })
  const now = shop.clock.now()
  await shop.shop.db.insert(couponWidgets).values({ id: 77, name: 'New', userGroup: 2, registerType: 2, startsAt: now })
  await shop.shop.db.insert(couponLinks).values({ id: 771, widgetId: 77, couponId })
  const claimFor = async ({ id, email }: Person) => {
    const claimId = newId()
    await shop.shop.db
      .insert(couponClaims)
      .values({ id: claimId, couponId, linkId: 771, customerId: id, email, claimedAt: now })
    return claimId
  }
  const [ada, eve] = [await shop.signedIn(), await unverified()]
  const [hers, eves] = [await claimFor(ada), await claimFor(eve)]
  for (const person of [ada, eve]) await person.call(addToCart, { sku_id: goods.dress })
  expect(await ada.call(quoteCheckout, {})).toMatchObject({ claim_id: hers, total: { price_value: '130.00' } })
  const quote = await eve.call(quoteCheckout, { claim_id: eves })
  expect(quote).toMatchObject({ claim_id: null, total: { price_value: '150.00' } })
  expect(quote.coupons[0]).toMatchObject({ off: null, block_reason: 'coupon_new_only' })
  await expect(buy(shop.shop, eve, [goods.dress], { by: visitor(false), claimId: eves })).rejects.toMatchObject({
    refusal: { code: 'coupon_new_only' },
  })
  await buyAs(ada, [goods.scarf], visitor(true))
  expect(await ada.call(quoteCheckout, {})).toMatchObject({ claim_id: null, total: { price_value: '150.00' } })
})
