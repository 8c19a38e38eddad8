import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { readBalance } from '#features/credit/server/credit.service.ts'
import { creditEntries } from '#features/credit/server/credit.tables.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import {
  askToRefundOrder,
  listRefunds,
  previewRefund,
  refundOrder,
} from '#features/payments/payments.staff.contract.ts'
import { sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import * as commands from '#features/returns/return-commands.staff.contract.ts'
import { getReturn as getShopperReturn, quoteReturn, requestReturn } from '#features/returns/returns.contract.ts'
import * as calls from '#features/returns/returns.staff.contract.ts'
import { saveSetting } from '#features/settings/server/save-settings.service.ts'
import { receive, requestReturnOf, shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buyAndPay, goods } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
let ada: Person
let tess: StaffPerson

beforeEach(async () => {
  ada = await shop.signedIn()
  tess = await staff.member('manager', 'Tess Berg')
  await setBonus(0)
  await saveSetting(shop.shop.db, 'credit_switch', 'on')
})

const setBonus = (percent: number) => saveSetting(shop.shop.db, 'credit_bonus', String(percent))
const left = () => readBalance(shop.shop.db, ada.id)
const entries = async () =>
  (await shop.shop.db.select().from(creditEntries).where(eq(creditEntries.customerId, ada.id)))
    .map(({ kind, amount, by }) => [kind, amount, by])
    .toSorted()
const home = (amount: number) => ({ amount, currency: 'USD' })

async function arrived(
  skuIds: number[],
  { to = 'payment', ...more }: { to?: 'payment' | 'credit'; currency?: string; shippingMethod?: string } = {},
) {
  const { returnId, orderNo } = await requestReturnOf(shop.shop, ada, skuIds, more, { refund_to: to })
  const { data } = await tess.call(calls.getReturn, { no: returnId })
  const no = data.number
  const ids = data.items.map(({ id }) => id)
  await tess.call(commands.decideReturn, { no, items: ids.map((id) => ({ id, decision: 'approve' as const })) })
  const items = ids.map((id) => ({ id, condition: 'as_sold' as const }))
  return { returnId, orderNo, no, ids, items }
}

test('refunds a part of an order as credit immediately, with the previewed amount, with a mail, and without the payment provider', async () => {
  const { orderNo: no, orderId } = await buyAndPay(shop.shop, ada, [goods.dress])
  const { data: order } = await tess.call(getOrder, { no })
  const id = order.lines[0]?.id ?? ''
  const { data: seen } = await tess.call(previewRefund, { no, lines: `${id}:2400` })
  expect(seen.ways.credit).toEqual({ amount: home(2400), bonus: home(0), bonus_percent: 0, problem: null })
  const { data } = await tess.call(refundOrder, {
    no,
    lines: [{ id, amount: 2400 }],
    reason: 'A button is missing',
    to: 'credit',
  })
  expect(data.refunds).toMatchObject([{ status: 'succeeded', to: 'credit', amount: home(2400) }])
  expect(data.totals.refunded).toEqual(home(2400))
  expect([await left(), await entries()]).toEqual([2400, [['refund', 2400, 'Tess Berg']]])
  expect(await sendRefunds(shop.shop, { orderId })).toBe(0)
  expect((await shop.mailsTo(ada.email)).at(-1)?.text).toContain('as store credit')
  const { data: list } = await tess.call(listRefunds, { q: no })
  expect(list.data).toMatchObject([{ to: 'credit', possible: [] }])
})

test('credits the same total in many small refunds as in one refund, including the bonus', async () => {
  await setBonus(25)
  const { orderNo: no } = await buyAndPay(shop.shop, ada, [goods.dress], { currency: 'JPY' })
  const { data: order } = await tess.call(getOrder, { no })
  const id = order.lines[0]?.id ?? ''
  const { data: whole } = await tess.call(previewRefund, { no, lines: `${id}:12` })
  expect(whole.ways.credit).toMatchObject({ amount: home(8), bonus: home(2) })
  for (let part = 0; part < 12; part += 1) {
    await tess.call(refundOrder, { no, lines: [{ id, amount: 1 }], reason: 'Late', to: 'credit' })
  }
  expect(await left()).toBe(10)
})

test('adds a bonus to refunded payments that become credit, and never to refunded credit', async () => {
  await setBonus(5)
  const { orderNo: no } = await buyAndPay(shop.shop, ada, [goods.dress])
  const { data: order } = await tess.call(getOrder, { no })
  const line = order.lines[0]?.id ?? ''
  const { data: seen } = await tess.call(previewRefund, { no, lines: line })
  expect(seen.ways.credit).toMatchObject({ amount: home(15_000), bonus: home(750), bonus_percent: 5 })
  await tess.call(refundOrder, { no, lines: [{ id: line }], reason: 'Torn', to: 'credit' })
  expect(await entries()).toEqual([
    ['bonus', 750, 'Tess Berg'],
    ['refund', 15_000, 'Tess Berg'],
  ])
  const mail = (await shop.mailsTo(ada.email)).at(-1)?.text
  expect(mail).toContain('$157.50')
  expect(mail).toContain('This includes a bonus of $7.50')
})

test('refunds a received return as credit at once, closes its item and mails the shopper', async () => {
  await setBonus(5)
  const { no, items, returnId } = await arrived([goods.dress], { to: 'credit' })
  const { data } = await tess.call(commands.receiveReturn, { no, items })
  expect(data.status).toBe('refunded')
  expect(data.refunds).toMatchObject([{ status: 'succeeded', to: 'credit' }])
  expect(await left()).toBe(15_750)
  const shown = await ada.call(getShopperReturn, { returnId })
  expect(shown.products.map(({ refund_to }) => refund_to)).toEqual(['credit'])
  const mail = (await shop.mailsTo(ada.email)).at(-1)?.text
  expect(mail).toContain('as store credit')
  // The mail shows the credited amount and its bonus, and no other amount.
  expect(mail).toContain('$157.50')
  expect(mail).toContain('This includes a bonus of $7.50')
  expect(mail).not.toContain('$150.00')
})

test('credits several items with a deduction and shipping costs exactly as previewed', async () => {
  await setBonus(5)
  const { no, items } = await arrived([goods.dress, goods.scarf], {
    to: 'credit',
    currency: 'EUR',
    shippingMethod: 'express',
  })
  await tess.call(commands.receiveReturn, { no, items, begin: false })
  const deduction = { amount: 777, reason: 'Worn' }
  const { data: seen } = await tess.call(commands.previewReturnRefund, { no, deduction: 777, postage: 'true' })
  expect(seen.total.currency).toBe('EUR')
  const { amount, bonus } = seen.ways.credit
  // At a rate of 0.9 euros per dollar, with a tolerance of a few cents for rounding.
  expect(Math.abs(amount.amount - seen.total.amount / 0.9)).toBeLessThan(3)
  const { data } = await tess.call(commands.refundReturn, { no, deduction, postage: true, to: 'credit' })
  expect(data.status).toBe('refunded')
  expect(await left()).toBe(amount.amount + bonus.amount)
  expect(data.postage.refunded.amount).toBeGreaterThan(0)
})

test('refunds a return to the original payment unless the shopper chose credit, and rejects credit chosen by staff', async () => {
  const { no, items, ids } = await arrived([goods.dress])
  expect(await problemOf(tess.call(commands.receiveReturn, { no, items, to: 'credit' }))).toBe('credit_not_chosen')
  await tess.call(commands.receiveReturn, { no, items, begin: false })
  const { data: seen } = await tess.call(commands.previewReturnRefund, { no })
  expect(seen.ways.credit.problem).toBe('not_chosen')
  expect(await problemOf(tess.call(commands.refundReturn, { no, to: 'credit' }))).toBe('credit_not_chosen')
  expect(await problemOf(tess.call(commands.askToRefundReturn, { no, to: 'credit' }))).toBe('credit_not_chosen')
  const other = await requestReturnOf(shop.shop, ada, [goods.scarf])
  const { data: requested } = await tess.call(calls.getReturn, { no: other.returnId })
  const keep = requested.items.map(({ id }) => ({ id, decision: 'keep' as const }))
  const kept = tess.call(commands.decideReturn, { no: requested.number, items: keep, to: 'credit' })
  expect(await problemOf(kept)).toBe('credit_not_chosen')
  expect([ids.length, await left()]).toEqual([1, 0])
})

test('keeps the terms that the shopper chose, regardless of later settings', async () => {
  await setBonus(10)
  const { no, items } = await arrived([goods.dress], { to: 'credit' })
  await setBonus(0)
  await saveSetting(shop.shop.db, 'credit_switch', 'off')
  const { data: seen } = await tess.call(calls.getReturn, { no })
  expect(seen.as_credit).toMatchObject({ is_offered: false, is_chosen: true, bonus_percent: 10 })
  await tess.call(commands.receiveReturn, { no, items })
  expect(await left()).toBe(16_500)
})

test('lets staff refund to the original payment if the shopper chose credit', async () => {
  const { no, items } = await arrived([goods.dress], { to: 'credit' })
  const { data } = await tess.call(commands.receiveReturn, { no, items, to: 'payment' })
  expect([data.status, data.refunds[0]?.to, await left()]).toEqual(['refunding', 'payment', 0])
})

test('credits an item that the shopper keeps if the shopper chose credit, and states the credit in both mails', async () => {
  await setBonus(5)
  const { returnId } = await requestReturnOf(shop.shop, ada, [goods.dress], {}, { refund_to: 'credit' })
  const { data: requested } = await tess.call(calls.getReturn, { no: returnId })
  const items = requested.items.map(({ id }) => ({ id, decision: 'keep' as const }))
  const { data } = await tess.call(commands.decideReturn, { no: requested.number, items })
  expect([data.status, await left()]).toEqual(['refunded', 15_750])
  const mails = (await shop.mailsTo(ada.email)).map(({ text }) => text).slice(-2)
  expect(
    mails.filter((text) => text.includes('You can keep the items. You get the amount you paid for them as')),
  ).toHaveLength(1)
  expect(mails.filter((text) => text.includes('$157.50'))).toHaveLength(1)
})

test('previews the amount of credit if the shop offers credit, and rejects credit otherwise', async () => {
  await setBonus(5)
  const order = await receive(shop.shop, ada, [goods.dress])
  const quote = () => ada.call(quoteReturn, { order_product_ids: order.lineIds })
  expect((await quote()).as_credit).toMatchObject({ refund_total: { price: '$157.50' }, bonus_percent: 5 })
  await saveSetting(shop.shop.db, 'credit_switch', 'off')
  expect((await quote()).as_credit).toBeNull()
  const pending = ada.call(requestReturn, { ...toRequest(order), refund_to: 'credit' })
  await expect(pending).rejects.toMatchObject({
    refusal: { errors: { refund_to: [expect.stringContaining('no longer offered')] } },
  })
})

test('refunds to the original payment without a choice', async () => {
  const { no, items } = await arrived([goods.dress])
  const { data } = await tess.call(commands.receiveReturn, { no, items })
  expect([data.status, data.refunds[0]?.to, await left()]).toEqual(['refunding', 'payment', 0])
})

test('gives no credit to guests, and no credit in a shop without store credit', async () => {
  const guest = { id: '', email: `guest-${ada.email}` }
  const { orderNo: no } = await buyAndPay(shop.shop, guest, [goods.dress])
  const { data: order } = await tess.call(getOrder, { no })
  const part = { no, lines: [{ id: order.lines[0]?.id ?? '' }], reason: 'Late', to: 'credit' as const }
  expect((await tess.call(previewRefund, { no })).data.ways.credit.problem).toBe('no_account')
  expect(await problemOf(tess.call(refundOrder, part))).toBe('credit_needs_account')
  expect(await problemOf(tess.call(askToRefundOrder, part))).toBe('credit_needs_account')
  await saveSetting(shop.shop.db, 'credit_switch', 'off')
  const own = await buyAndPay(shop.shop, ada, [goods.dress])
  const { data: hers } = await tess.call(getOrder, { no: own.orderNo })
  const lines = [{ id: hers.lines[0]?.id ?? '' }]
  expect(await problemOf(tess.call(refundOrder, { ...part, no: own.orderNo, lines }))).toBe('credit_is_off')
  expect(await left()).toBe(0)
})

test('applies the refund limit of a role to credit, and keeps the refund method when a request is approved', async () => {
  const sam = await staff.member('support', 'Sam')
  const { orderNo: no } = await buyAndPay(shop.shop, ada, [goods.dress, goods.dress])
  const { data: order } = await sam.call(getOrder, { no })
  const part = { no, lines: order.lines.map(({ id }) => ({ id })), reason: 'Torn', to: 'credit' as const }
  expect(await problemOf(sam.call(refundOrder, part))).toBe('over_refund_limit')
  const { data: requested } = await sam.call(askToRefundOrder, part)
  await tess.call(refundOrder, { ...(requested.input as typeof part), no, request_id: requested.id })
  expect(await left()).toBe(30_000)
})

test('credits a refund once when it is sent twice at the same time', async () => {
  const { orderNo: no } = await buyAndPay(shop.shop, ada, [goods.dress])
  const { data: order } = await tess.call(getOrder, { no })
  const part = { no, lines: [{ id: order.lines[0]?.id ?? '' }], reason: 'Torn', to: 'credit' as const }
  const problems = await Promise.all([problemOf(tess.call(refundOrder, part)), problemOf(tess.call(refundOrder, part))])
  expect(problems.toSorted()).toEqual(['no problem', 'order_moved_on'])
  expect(await left()).toBe(15_000)
})
