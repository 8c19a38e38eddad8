import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import * as calls from '#features/returns/returns.contract.ts'
import { drawPicture } from '#testing/shops/pictures.ts'
import { reasons, receive, requestReturnOf, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buyAndShip, goods } from '#testing/shops/stocked-shop.ts'
import { json, type Person } from '#testing/test-shop.ts'
import { returns } from '../returns.tables.ts'
import { approveReturn, rejectReturn } from './return-commands.service.ts'

const shop = shopWithReasons()
const day = 24 * 60 * 60 * 1000
let ada: Person
let bob: Person

beforeEach(async () => {
  ada = await shop.signedIn()
  bob = await shop.signedIn('bob')
})

const notFound = { status: 404 }

async function countReturns(person: Person): Promise<number> {
  return shop.shop.db.$count(returns, eq(returns.customerId, person.id))
}

test('stores all input of the shopper, and shows the return at the order line', async () => {
  const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
  const { image } = await ada.call(calls.uploadReturnImage, { image: await drawPicture() })
  const request = {
    ...toRequest(order),
    image_ids: [image.id],
    email: ada.email.toUpperCase(),
    after_sale_reason_ids: [reasons.fit, reasons.tooSmall, reasons.changedMind],
    order_products: [
      { subOrderId: order.lineIds[0] ?? '', reason_ids: [reasons.fit, reasons.tooSmall] },
      { subOrderId: order.lineIds[1] ?? '', reason_ids: [reasons.changedMind] },
    ],
  }
  const { id } = await ada.call(calls.requestReturn, request)
  const found = await ada.call(calls.getReturn, { returnId: id, email: ada.email })
  expect(found).toMatchObject({
    id,
    order_id: order.orderId,
    order_no: order.orderNo,
    status: 1,
    comment: 'The waist measures 3 cm less than the size guide says.',
    images: [image],
    delivery_company: null,
    tracking_number: null,
    can_edit: false,
    remind_time: 0,
    system_comment: [],
    date_added: '2026-06-15 10:00:00',
    refund_total: { price_value: '0.00' },
    expected_refund_total: { code: 'USD', price: '$210.00', price_value: '210.00' },
  })
  expect(found.return_no).toMatch(/^RT[2-9A-Z]{11}$/)
  expect(found.products.map((one) => [one.order_product.name, one.status_en_name, one.product_reasons])).toEqual([
    [
      'The dress',
      'Processing',
      [{ id: 1, reason: 'Size or fit', children: [{ id: 11, reason: 'Smaller than expected' }] }],
    ],
    ['The scarf', 'Processing', [{ id: 2, reason: 'Changed my mind', children: [] }]],
  ])
  expect(found.reasons).toHaveLength(2)
  expect(found.after_sale_reasons.map((one) => one.id)).toEqual([1, 11, 2])
})

test('subtracts the discount, and refunds 120 for the first of two lines of 150 and 60 with a discount of 42', async () => {
  const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
  // Shares of the lines in a coupon discount of 42.
  const share = (line: string | undefined, discountAmount: number) =>
    shop.shop.db
      .update(orderLines)
      .set({ discountAmount, paidAmount: sql`price_amount - ${discountAmount}::int` })
      .where(eq(orderLines.id, line ?? ''))
  await share(order.lineIds[0], 3000)
  await share(order.lineIds[1], 1200)
  const quote = await ada.call(calls.quoteReturn, { order_product_ids: order.lineIds.slice(0, 1) })
  expect(quote).toMatchObject({
    refund_total: { price: '$120.00' },
    refund_shipping_fee: { price: '$0.00' },
    reply_hours: 48,
    ship_days: 14,
    payment_method: 'PayPal',
    products: [{ price: { price: '$150.00' }, discount: { price: '-$30.00' }, refund: { price: '$120.00' } }],
  })
  const { id } = await ada.call(calls.requestReturn, toRequest({ ...order, lineIds: order.lineIds.slice(0, 1) }))
  expect((await ada.call(calls.getReturn, { returnId: id })).expected_refund_total.price).toBe('$120.00')
})

test.each([
  ['standard', false],
  ['express', true],
])('reports whether the shopper paid for %s shipping: %s', async (shippingMethod, has_postage) => {
  const { lineIds } = await receive(shop.shop, ada, [goods.dress], { shippingMethod })
  expect(await ada.call(calls.quoteReturn, { order_product_ids: lineIds })).toMatchObject({ has_postage })
})

test('returns the existing return when the same lines are requested again', async () => {
  const order = await receive(shop.shop, ada, [goods.dress, goods.scarf])
  const first = await ada.call(calls.requestReturn, toRequest(order))
  const turned = { ...order, lineIds: [...order.lineIds].reverse() }
  expect(await ada.call(calls.requestReturn, toRequest(turned))).toEqual(first)
  expect(await countReturns(ada)).toBe(1)
  await expect(
    ada.call(calls.requestReturn, toRequest({ ...order, lineIds: order.lineIds.slice(0, 1) })),
  ).rejects.toMatchObject({ status: 409, refusal: { code: 'line_not_returnable' } })
})

test('returns the same response for the same key, without a second return', async () => {
  const order = await receive(shop.shop, ada, [goods.dress])
  const ask = () => ada.fetch('/rest/after_sale', json(toRequest(order), { 'idempotency-key': 'one' }))
  const first = await (await ask()).json()
  expect(first).toEqual({ id: expect.any(String) })
  expect(await (await ask()).json()).toEqual(first)
})

test.each<[string, (request: ReturnType<typeof toRequest>) => object, string, string]>([
  [
    'different lines in the two lists',
    (one) => ({ ...one, order_product_ids: ['other'] }),
    'order_product_ids',
    'This value must match order_products',
  ],
  [
    'different reasons in the two lists',
    (one) => ({ ...one, after_sale_reason_ids: [1] }),
    'after_sale_reason_ids',
    'This value must match order_products',
  ],
  [
    'a repeated line',
    (one) => ({ ...one, order_products: [...one.order_products, ...one.order_products] }),
    'order_products',
    'List each item only once',
  ],
  [
    'a missing reason',
    (one) => ({
      ...one,
      after_sale_reason_ids: [],
      order_products: one.order_products.map((p) => ({ ...p, reason_ids: [] })),
    }),
    'order_products.0.reason_ids',
    'Please select return reason',
  ],
  [
    'a comment of more than 500 characters',
    (one) => ({ ...one, comment: 'x'.repeat(501) }),
    'comment',
    expect.any(String),
  ],
  ['six pictures', (one) => ({ ...one, image_ids: ['1', '2', '3', '4', '5', '6'] }), 'image_ids', expect.any(String)],
])('rejects %s with errors by field', async (_, change, field, message) => {
  const order = await receive(shop.shop, ada, [goods.dress])
  const response = await ada.fetch('/rest/after_sale', json(change(toRequest(order))))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status_code: 422, errors: { [field]: [message] } })
  expect(await countReturns(ada)).toBe(0)
})

test.each([
  ['a category without the required specific reason', [reasons.fit]],
  ['a specific reason without its category', [reasons.tooSmall]],
  ['a reason that is no longer offered', [reasons.fit, 13]],
  ['a specific reason of another category', [reasons.changedMind, reasons.tooSmall]],
  ['an unknown reason', [99]],
])('rejects %s as a reason', async (_, ids) => {
  const order = await receive(shop.shop, ada, [goods.dress])
  await expect(ada.call(calls.requestReturn, toRequest(order, ids))).rejects.toMatchObject({
    status: 422,
    refusal: { errors: { 'order_products.0.reason_ids': ['Please select return reason'] } },
  })
})

test.each([[[reasons.others]], [[reasons.fit, reasons.fitOthers]]])("requires text for 'others' (%o)", async (ids) => {
  const order = await receive(shop.shop, ada, [goods.dress])
  await expect(ada.call(calls.requestReturn, { ...toRequest(order, ids), comment: ' ' })).rejects.toMatchObject({
    status: 422,
    refusal: { errors: { comment: ['problem description is required'] } },
  })
  await ada.call(calls.requestReturn, toRequest(order, ids))
})

test.each<[string, number, string]>([
  ['a final sale item', goods.finalSale, 'Final sale items cannot be returned'],
  ['swimwear', goods.swimsuit, 'Items of this category cannot be returned'],
  ['a bag', goods.bag, 'Items of this category cannot be returned'],
  ['lingerie', goods.lingerie, 'Items of this category cannot be returned'],
])('rejects the whole request because %s cannot be returned', async (_, sku, message) => {
  const order = await receive(shop.shop, ada, [goods.dress, sku])
  await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
    status: 409,
    refusal: { code: 'line_not_returnable', message, errors: { 'order_products.1': [message] } },
  })
  expect(await countReturns(ada)).toBe(0)
  const quote = await ada.call(calls.quoteReturn, { order_product_ids: order.lineIds })
  expect(quote.refund_total.price).toBe('$150.00')
  expect(quote.products[1]).toMatchObject({ can_after_sale: false, refund: { price: '$0.00' } })
})

test('rejects a return before the delivery and after 15 days', async () => {
  const { orderId, orderNo } = await buyAndShip(shop.shop, ada, [goods.dress])
  const lines = await shop.shop.db.select().from(orderLines).where(eq(orderLines.orderId, orderId))
  await expect(
    ada.call(calls.requestReturn, toRequest({ orderNo, lineIds: lines.map(({ id }) => id) })),
  ).rejects.toMatchObject({
    status: 409,
    refusal: { message: 'This item can be returned once it has been received' },
  })
  const order = await receive(shop.shop, ada, [goods.dress])
  shop.clock.advance(15 * day + 1000)
  await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
    refusal: { message: 'The 15-day return window has closed' },
  })
})

test('allows a new request after a canceled return, and rejects a new request after a rejected return', async () => {
  const { returnId, ...order } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await ada.call(calls.cancelReturn, { returnId })
  const again = await ada.call(calls.requestReturn, toRequest(order))
  expect(again.id).not.toBe(returnId)
  await rejectReturn(shop.shop, { returnId: again.id, text: 'It has been worn.' })
  await expect(ada.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject({
    refusal: { message: 'The return of this item was declined' },
  })
})

test('allows a new request for a line of an overdue return before the timer has run', async () => {
  const { returnId, ...order } = await requestReturnOf(shop.shop, ada, [goods.dress])
  await approveReturn(shop.shop, { returnId })
  shop.clock.advance(14 * day)
  const again = await ada.call(calls.requestReturn, toRequest(order))
  expect(again.id).not.toBe(returnId)
  expect((await ada.call(calls.getReturn, { returnId })).status).toBe(9)
})

test('rejects the order, lines and pictures of another shopper', async () => {
  const order = await receive(shop.shop, ada, [goods.dress])
  const theirs = await receive(shop.shop, bob, [goods.dress])
  await expect(bob.call(calls.requestReturn, toRequest(order))).rejects.toMatchObject(notFound)
  await expect(bob.call(calls.requestReturn, toRequest({ ...theirs, lineIds: order.lineIds }))).rejects.toMatchObject(
    notFound,
  )
  await expect(ada.call(calls.requestReturn, { ...toRequest(order), email: bob.email })).rejects.toMatchObject(notFound)
  const { image } = await bob.call(calls.uploadReturnImage, { image: await drawPicture() })
  await expect(ada.call(calls.requestReturn, { ...toRequest(order), image_ids: [image.id] })).rejects.toMatchObject({
    status: 404,
    refusal: { code: 'image_gone' },
  })
  await expect(bob.call(calls.quoteReturn, { order_product_ids: order.lineIds })).rejects.toMatchObject(notFound)
  expect(await countReturns(ada)).toBe(0)
})
