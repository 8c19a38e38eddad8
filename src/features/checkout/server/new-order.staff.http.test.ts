import { and, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { StaffProblem } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { giveCoupon } from '#features/coupons/server/bind.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import { cancelOrder, sendPaymentLink } from '#features/orders/order-commands.staff.contract.ts'
import { getOrder as getShopperOrder } from '#features/orders/orders.contract.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { maxPaymentLinks } from '#features/orders/server/commands/payment-link.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { getPayment, tryPayment } from '#features/payments/payments.contract.ts'
import { listAudit } from '#features/staff/audit.staff.contract.ts'
import { newId } from '#server/database/ids.ts'
import { shipTo } from '#testing/shops/ship-to.ts'
import { buy, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'
import { createOrder, listOrderItems, quoteOrder } from '../new-order.staff.contract.ts'
import { writeLines } from '../new-order.staff.rules.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

const address = {
  firstname: 'Ada',
  lastname: 'Lind',
  telephone: '+1 207 555 0142',
  address_1: '18 Ropewalk Lane',
  city: 'Portland',
  state: 'Maine',
  country: 'United States',
  postcode: '04101',
}
const dress = `SKU-${goods.dress}`
const scarf = `SKU-${goods.scarf}`
const bare = { address, currency: 'USD', shipping_method: 'standard' }
const forGuest = { ...bare, email: 'walk-in@example.com', lines: [{ sku: scarf, quantity: 1 }] }

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('support', 'Tess Berg')
})

const stockOf = async (skuId: number) =>
  (await shop.shop.db.select({ inventory: skus.inventory }).from(skus).where(eq(skus.id, skuId)))[0]?.inventory ?? -1
const setStock = (skuId: number, inventory: number) =>
  shop.shop.db.update(skus).set({ inventory }).where(eq(skus.id, skuId))
const countOrdersOf = (email: string) => shop.shop.db.$count(orders, eq(orders.email, email))

async function give(person: Person, discountAmount: number): Promise<string> {
  const couponId = await saveTestCoupon(shop.shop.db, { discountAmount })
  await giveCoupon(shop.shop, { customerId: person.id, email: person.email }, couponId)
  const isMatch = and(eq(couponClaims.couponId, couponId), eq(couponClaims.customerId, person.id))
  return (await shop.shop.db.select().from(couponClaims).where(isMatch))[0]?.id ?? ''
}

test('orders exactly what was quoted: price, shipping, coupon and stock', async () => {
  const claimId = await give(ada, 2000)
  const lines = [
    { sku: dress, quantity: 2 },
    { sku: scarf, quantity: 1 },
  ]
  const input = { customer_id: ada.id, currency: 'EUR', shipping_method: 'express' }
  const { data: quote } = await tess.call(quoteOrder, { ...input, lines: writeLines(lines) })
  expect(quote).toMatchObject({
    claim_id: claimId,
    customer: { email: ada.email },
    lines: [
      { sku: dress, stock: await stockOf(goods.dress), price: { amount: 13_500, currency: 'EUR' }, problem: null },
      { sku: scarf },
    ],
    shipping: { amount: 1350 },
    coupons: [{ claim_id: claimId, off: quote.discount }],
  })
  const before = await stockOf(goods.dress)
  const { data: order } = await tess.call(createOrder, {
    ...{ ...input, address, lines, claim_id: quote.claim_id, total: quote.total },
  })
  expect(order).toMatchObject({
    status: 'unpaid',
    customer: { id: ada.id },
    total: quote.total,
    totals: { subtotal: quote.subtotal, discount: quote.discount, shipping: quote.shipping },
    items: 3,
    possible: ['mark-paid', 'send-link', 'cancel', 'address'],
    events: [{ command: 'placeOrder', actor: { kind: 'staff', name: 'Tess Berg' } }],
  })
  expect(await stockOf(goods.dress)).toBe(before - 2)
  // The order is shown to the shopper like any other order. Canceling it gives back the stock and the coupon.
  expect((await ada.call(getShopperOrder, { orderId: order.id })).order_no).toBe(order.number)
  await tess.call(cancelOrder, { no: order.number })
  expect(await stockOf(goods.dress)).toBe(before)
  const { data: again } = await tess.call(quoteOrder, { customer_id: ada.id, lines: writeLines(lines) })
  expect(again.claim_id).toBe(claimId)
})

test('accepts an address of the customer, and rejects an address of another customer', async () => {
  const kept = await ada.call(addAddress, { ...address, city: 'Bath' })
  const { data: quote } = await tess.call(quoteOrder, { customer_id: ada.id })
  expect(quote).toMatchObject({
    addresses: [{ id: kept.id, city: 'Bath' }],
    lines: [],
    currencies: ['EUR', 'JPY', 'USD'],
  })
  const input = { ...bare, address: undefined, address_id: kept.id, lines: forGuest.lines }
  const { data: order } = await tess.call(createOrder, { ...input, customer_id: ada.id })
  expect(order.address).toMatchObject({ city: 'Bath' })
  const bob = await shop.signedIn()
  expect(await problemOf(tess.call(createOrder, { ...input, customer_id: bob.id }))).toBe('invalid_input')
  expect(await problemOf(tess.call(createOrder, { ...input, email: 'new@example.com' }))).toBe('invalid_input')
})

test('ships only to countries of the shop, for new and saved addresses', async () => {
  const kept = await ada.call(addAddress, address)
  const email = `${newId().toLowerCase()}@example.com`
  const errorsOf = (input: object) =>
    tess.call(createOrder, { ...forGuest, email, ...input }).then(
      () => [],
      (error: unknown) => (error as StaffProblem).problem.errors,
    )
  const detail = 'We do not ship to this country'
  onTestFinished(() => shipTo(shop.shop.db, ''))
  await shipTo(shop.shop.db, 'SE')
  expect(await errorsOf({})).toMatchObject([{ field: 'address.country', detail }])
  const forAda = { customer_id: ada.id, email: undefined, address: undefined, address_id: kept.id }
  expect(await errorsOf(forAda)).toMatchObject([{ field: 'address_id', detail }])
  expect(await countOrdersOf(email)).toBe(0)
})

test('mails a payment link to a customer without an account, and sends the link again only a few times', async () => {
  const email = `${newId().toLowerCase()}@example.com`
  const { data: order } = await tess.call(createOrder, { ...forGuest, email, sends_link: true, payable_hours: 72 })
  expect(new Date(order.due_at ?? 0).getTime() - new Date(order.placed_at).getTime()).toBe(72 * hourMs)
  const [mail] = await shop.mailsTo(email)
  expect(mail?.subject).toBe(`Please pay for your order ${order.number}`)
  expect(mail?.text).toContain(`order_id=${order.id}&email=${encodeURIComponent(email)}`)
  const stranger = shop.stranger()
  const paying = { orderId: order.id, email }
  // The stock of a guest's own order is held for an hour. The stock of an order by staff is held until the payment
  // deadline.
  const page = await stranger.call(getPayment, paying)
  expect(page).toMatchObject({ state: 'open', held_until: page.expires_at })
  for (let sent = 1; sent < maxPaymentLinks; sent++) await tess.call(sendPaymentLink, { no: order.number })
  expect((await shop.mailsTo(email)).length).toBe(maxPaymentLinks)
  expect(await problemOf(tess.call(sendPaymentLink, { no: order.number }))).toBe('too_many_there')
  await stranger.call(tryPayment, { ...paying, outcome: 'approve' })
  expect((await tess.call(getOrder, { no: order.number })).data).toMatchObject({ status: 'paid' })
  expect(await problemOf(tess.call(sendPaymentLink, { no: order.number }))).toBe('order_moved_on')
})

test('accepts a manual payment with the order, and rejects a second order with the same payment reference', async () => {
  const payment = { method: 'Cash', reference: newId() }
  const { data: order } = await tess.call(createOrder, { ...forGuest, payment })
  expect(order).toMatchObject({ status: 'paid', payment_method: 'Cash', payments: [{ reference: payment.reference }] })
  const before = await countOrdersOf(forGuest.email)
  expect(await problemOf(tess.call(createOrder, { ...forGuest, payment }))).toBe('exists_already')
  expect(await countOrdersOf(forGuest.email)).toBe(before)
})

test("records the actor in the audit log without the customer's name and street", async () => {
  const owner = await staff.member('owner')
  const { data: order } = await tess.call(createOrder, forGuest)
  const { data: log } = await owner.call(listAudit, { about: `orders/${order.number}` })
  expect(log.data).toMatchObject([{ actor: { name: 'Tess Berg' }, call: 'POST /orders', after: { status: 'unpaid' } }])
  expect(JSON.stringify(log.data)).not.toMatch(/Lind|Ropewalk|walk-in/)
})

test('creates one order for a repeated idempotency key', async () => {
  const email = `${newId().toLowerCase()}@example.com`
  const idempotencyKey = newId()
  const make = () => tess.call(createOrder, { ...forGuest, email }, { idempotencyKey })
  const [first, second] = [await make(), await make()]
  expect(second.data.number).toBe(first.data.number)
  expect(await countOrdersOf(email)).toBe(1)
})

test('gives the last unit to one of many simultaneous orders', async () => {
  const { bag } = goods
  await setStock(bag, 1)
  const input = { ...forGuest, lines: [{ sku: `SKU-${bag}`, quantity: 1 }] }
  const tries = await Promise.all(Array.from({ length: 4 }, () => problemOf(tess.call(createOrder, input))))
  expect(tries.sort()).toEqual(['no problem', 'only_left', 'only_left', 'only_left'])
  expect(await stockOf(bag)).toBe(0)
})

test('holds an order with nothing to pay, and rejects a payment or a payment link for the order', async () => {
  const claim_id = await give(ada, 6000)
  const input = { ...bare, customer_id: ada.id, lines: forGuest.lines, claim_id }
  expect(await problemOf(tess.call(createOrder, { ...input, sends_link: true }))).toBe('invalid_input')
  expect(await problemOf(tess.call(createOrder, { ...input, payment: { method: 'Cash' } }))).toBe('invalid_input')
  const { data: order } = await tess.call(createOrder, input)
  expect(order).toMatchObject({ status: 'on_hold', total: { amount: 0 } })
})

describe('rejected requests', () => {
  const pieces = (quantity: number) => ({ lines: [{ sku: dress, quantity }] })
  const { email: _, ...forNobody } = forGuest
  test.each<[string, object, string]>([
    ['nobody', { ...forNobody }, 'invalid_input'],
    ['a customer id together with the address of a guest', { ...forGuest, customer_id: 'x' }, 'invalid_input'],
    ['an unknown customer id', { ...forNobody, customer_id: 'x' }, 'invalid_input'],
    ['a missing address', { ...forGuest, address: undefined }, 'invalid_input'],
    ['an address without a city', { ...forGuest, address: { ...address, city: '' } }, 'invalid_input'],
    ['no lines', { ...forGuest, lines: [] }, 'invalid_input'],
    ['an unknown SKU', { ...forGuest, lines: [{ sku: 'NOPE', quantity: 1 }] }, 'invalid_input'],
    ['a repeated SKU', { ...forGuest, lines: [...forGuest.lines, ...forGuest.lines] }, 'invalid_input'],
    ['a quantity of 0', { ...forGuest, ...pieces(0) }, 'invalid_input'],
    ['more units than an order can have', { ...forGuest, ...pieces(51) }, 'too_many_pieces'],
    ['a sold-out SKU', { ...forGuest, lines: [{ sku: `SKU-${goods.soldOut}`, quantity: 1 }] }, 'only_left'],
    [
      'a SKU that was taken down',
      { ...forGuest, lines: [{ sku: `SKU-${goods.takenDown}`, quantity: 1 }] },
      'not_for_sale',
    ],
    ['an unknown shipping method', { ...forGuest, shipping_method: 'balloon' }, 'invalid_input'],
    ['an unknown currency', { ...forGuest, currency: 'ZZZ' }, 'invalid_input'],
    ['an unknown language', { ...forGuest, language: 'xx' }, 'invalid_input'],
    ['an outdated total', { ...forGuest, total: { amount: 5999, currency: 'USD' } }, 'total_changed'],
    ['a coupon of another customer', { ...forGuest, claim_id: 'x' }, 'coupon_gone'],
    ['a payment deadline that is not offered', { ...forGuest, payable_hours: 1000 }, 'invalid_input'],
    [
      'a payment together with a payment link',
      { ...forGuest, sends_link: true, payment: { method: 'Cash' } },
      'invalid_input',
    ],
  ])('change nothing: %s', async (_name, input, code) => {
    const [before, stock] = [await shop.shop.db.$count(orders), await stockOf(goods.dress)]
    expect(await problemOf(tess.call(createOrder, input as typeof forGuest))).toBe(code)
    expect([await shop.shop.db.$count(orders), await stockOf(goods.dress)]).toEqual([before, stock])
  })

  test('include orders without the right to write orders, and orders for an account without the right to read customers', async () => {
    const [marketing, warehouse] = [await staff.member('marketing'), await staff.member('warehouse')]
    expect(await problemOf(marketing.call(createOrder, forGuest))).toBe('not_allowed')
    const { email: __, ...forAda } = { ...forGuest, customer_id: ada.id }
    expect(await problemOf(warehouse.call(createOrder, forAda))).toBe('not_allowed')
    expect(await problemOf(warehouse.call(quoteOrder, { customer_id: ada.id }))).toBe('not_allowed')
    expect((await warehouse.call(createOrder, forGuest)).data.status).toBe('unpaid')
  })

  test('include a quote with invalid lines or too many units', async () => {
    for (const lines of ['NOPE:1', 'SKU-101', 'SKU-101:x']) {
      expect(await problemOf(tess.call(quoteOrder, { lines }))).toBe('invalid_input')
    }
    expect(await problemOf(tess.call(quoteOrder, { lines: writeLines(pieces(51).lines) }))).toBe('too_many_pieces')
  })
})

test('explains why a line cannot be ordered, and leaves it out of the totals', async () => {
  const lines = writeLines([...forGuest.lines, { sku: `SKU-${goods.soldOut}`, quantity: 1 }])
  const { data: quote } = await tess.call(quoteOrder, { lines })
  expect(quote.lines.map(({ problem }) => problem)).toEqual([null, 'sold_out'])
  expect(quote.subtotal).toEqual({ amount: 6000, currency: 'USD' })
})

test('lets staff order more of one item than a shopper can', async () => {
  const { data } = await tess.call(createOrder, { ...forGuest, lines: [{ sku: dress, quantity: 12 }] })
  expect(data.items).toBe(12)
})

test('finds items by the beginning of their SKU or by words of their name', async () => {
  const find = async (q: string) => (await tess.call(listOrderItems, { q, currency: 'JPY' })).data.data
  expect(await find('sku-101')).toMatchObject([
    { sku: dress, name: 'The dress', options: ['Clay', 'M'], price: { amount: 22_500, currency: 'JPY' } },
  ])
  const { takenDown } = goods
  expect((await find('SKU-1')).map(({ sku }) => sku)).not.toContain(`SKU-${takenDown}`)
  expect((await find('nothing like that')).length).toBe(0)
})

test('mails the payment link for a shopper’s own unpaid order too, and records the sender in the order history', async () => {
  const placed = await buy(shop.shop, ada, [goods.scarf])
  const { data: order } = await tess.call(sendPaymentLink, { no: placed.orderNo })
  expect(order.events.at(-1)).toMatchObject({ command: 'sendPaymentLink', actor: { name: 'Tess Berg' } })
  expect(order.status).toBe('unpaid')
})
