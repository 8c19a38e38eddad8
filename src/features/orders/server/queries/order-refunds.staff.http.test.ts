import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelOrder } from '#features/orders/order-commands.staff.contract.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { askToRefundOrder, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import { listRequests } from '#features/staff/requests.staff.contract.ts'
import { buy, buyAndPay, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import { type Person, testShop } from '#testing/test-shop.ts'

const shop = testShop()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))
beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
})

const paidOrder = (skuIds: number[] = [goods.dress], more = {}) => buyAndPay(shop.shop, ada, skuIds, more)

test('refunds a line, part of a line and the shipping costs, never more than was paid', async () => {
  const { orderNo: no } = await paidOrder([goods.dress, goods.scarf], { shippingMethod: 'express' })
  const { data: order } = await tess.call(getOrder, { no })
  const dress = order.lines.find(({ sku }) => sku === 'SKU-101')?.id ?? ''
  const refund = (lines: { id: string; amount?: number }[], shipping = false) =>
    tess.call(refundOrder, { no, lines, shipping, reason: 'Late' })
  await refund([{ id: dress, amount: 5000 }])
  expect(await problemOf(refund([{ id: dress, amount: 10_001 }]))).toBe('refund_too_large')
  shop.clock.advance(1000)
  const { data: more } = await refund([{ id: dress }], true)
  expect(more.refunds.map(({ amount, shipping }) => [amount.amount, shipping.amount])).toEqual([
    [5000, 0],
    [11_500, 1500],
  ])
  expect(await problemOf(refund([{ id: dress }], true))).toBe('nothing_to_refund')
  expect(await problemOf(refund([{ id: 'x' }]))).toBe('invalid_input')
  await sendRefunds(shop.shop)
  const { data: after } = await tess.call(getOrder, { no })
  expect(after.refunds.map(({ status }) => status)).toEqual(['pending', 'pending'])
  expect(after.lines.find(({ id }) => id === dress)?.refunded.amount).toBe(15_000)
})

test('refunds once when the same request is repeated with the same key', async () => {
  const { orderNo: no } = await paidOrder([goods.dress])
  const { data: order } = await tess.call(getOrder, { no })
  const input = { no, lines: [{ id: order.lines[0]?.id ?? '', amount: 100 }], reason: 'Late' }
  await tess.call(refundOrder, input, { idempotencyKey: no })
  const { data } = await tess.call(refundOrder, input, { idempotencyKey: no })
  expect(data.refunds).toHaveLength(1)
})

test('limits the amount that a role can refund at once, in any currency', async () => {
  const sam = await staff.member('support', 'Sam')
  const inEuro = await paidOrder([goods.presale, goods.dress], { currency: 'EUR', shippingMethod: 'express' })
  const { data: order } = await sam.call(getOrder, { no: inEuro.orderNo })
  const lines = order.lines.map(({ id }) => ({ id }))
  const refund = (lines: { id: string; amount?: number }[]) =>
    problemOf(sam.call(refundOrder, { no: inEuro.orderNo, lines, reason: 'Late' }))
  expect(await refund(lines)).toBe('over_refund_limit')
  // 200 dollars at a rate of 0.9 are 180 euros, which cover exactly the first line and nothing of the second line.
  const [first = '', second = ''] = order.lines.toSorted((a, b) => b.paid.amount - a.paid.amount).map(({ id }) => id)
  expect(await refund([{ id: first }, { id: second, amount: 1 }])).toBe('over_refund_limit')
  expect(await refund([{ id: first }])).toBe('no problem')
  const { orderNo: no } = await paidOrder()
  const warehouse = await staff.member('warehouse')
  expect(await problemOf(warehouse.call(refundOrder, { no, lines: [], shipping: true, reason: 'x' }))).toBe(
    'not_allowed',
  )
})

test('rejects the cancellation of a paid order or its lines if the refund exceeds the limit of the role', async () => {
  const sam = await staff.member('support', 'Sam')
  const { orderNo: no } = await paidOrder([goods.presale, goods.dress, goods.scarf])
  const { data: order } = await tess.call(getOrder, { no })
  const [first = '', second = '', third = ''] = order.lines
    .toSorted((a, b) => b.paid.amount - a.paid.amount)
    .map(({ id }) => id)
  const cancel = (lines?: string[]) =>
    problemOf(sam.call(cancelOrder, { no, reason: 'Torn', ...(lines && { line_ids: lines }) }))
  expect(await cancel()).toBe('over_refund_limit')
  expect(await cancel([first, second])).toBe('over_refund_limit')
  const { data: untouched } = await tess.call(getOrder, { no })
  expect(untouched).toMatchObject({ status: 'paid', refunds: [] })
  expect(untouched.lines.every(({ cancelled_at }) => cancelled_at === null)).toBe(true)
  expect(await cancel([third])).toBe('no problem')
  expect(await problemOf(tess.call(cancelOrder, { no, reason: 'Torn' }))).toBe('no problem')
  // An unpaid order is canceled without a refund.
  const unpaid = await buy(shop.shop, ada, [goods.presale, goods.dress])
  expect(await problemOf(sam.call(cancelOrder, { no: unpaid.orderNo }))).toBe('no problem')
})

test('holds a refund over the limit of a role for approval, and pays it once as requested', async () => {
  const support = await staff.member('support', 'Ines')
  const { orderNo: no } = await paidOrder([goods.dress, goods.dress])
  const { data: order } = await support.call(getOrder, { no })
  const lines = order.lines.map(({ id }) => ({ id }))
  const part = { no, lines, reason: 'Both came torn' }
  expect(await problemOf(support.call(refundOrder, part))).toBe('over_refund_limit')
  const { data: requested } = await support.call(askToRefundOrder, part)
  expect(requested).toMatchObject({ kind: 'refund', about: `orders/${no}`, is_own: true, may_decide: false })
  const { id: request_id, input, amount } = requested
  expect(amount).toEqual({ amount: order.lines.reduce((sum, { paid }) => sum + paid.amount, 0), currency: 'USD' })
  expect(await problemOf(support.call(refundOrder, { ...part, request_id }))).toBe('request_over')
  const another = await staff.member('support')
  expect((await another.call(listRequests, { about: `orders/${no}` })).data.data).toEqual([])
  // A request that differs from the approved request.
  const less = { no, lines: lines.slice(0, 1), reason: 'One of them', request_id }
  expect(await problemOf(tess.call(refundOrder, less))).toBe('request_over')
  const same = { ...(input as typeof part), no, request_id }
  const { data: paid } = await tess.call(refundOrder, same)
  expect(paid.refunds).toMatchObject([{ amount, reason: 'Both came torn', started_by: 'Tess Berg' }])
  expect(await problemOf(tess.call(refundOrder, same))).not.toBe('no problem')
  expect((await tess.call(listRequests, { about: `orders/${no}` })).data.data).toEqual([])
  expect(await problemOf(support.call(askToRefundOrder, part))).toBe('nothing_to_refund')
})
