import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { setInventory } from '#features/catalogue/server/products/catalogue.service.ts'
import { createOrder } from '#features/checkout/new-order.staff.contract.ts'
import { orderMoves } from '#features/orders/orders.rules.ts'
import { orderStatusNames, toStatusId } from '#features/orders/orders.staff.rules.ts'
import { cancelLines } from '#features/orders/server/commands/change-order.service.ts'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { returnMoves } from '#features/returns/returns.rules.ts'
import { returnStatusWords, toReturnStatusId } from '#features/returns/returns.staff.rules.ts'
import {
  approveReturn,
  receiveReturn,
  refundReturn,
} from '#features/returns/server/commands/return-commands.service.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { eraseAccount } from '#features/sign-in/server/erase-account.service.ts'
import { problemTypes, tickets } from '#features/support/server/contact/contact.tables.ts'
import { newId } from '#server/database/ids.ts'
import { addEndpoint } from '#testing/outside/webhook-receiver.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndReceive, goods, pay, testAddress } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { webhookGroups } from '../webhooks.rules.ts'
import { webhookDeliveries, webhookEndpoints, webhookEvents } from './webhooks.tables.ts'

const testedShop = shopWithReasons()
const everything = webhookGroups.map(({ name }) => `${name}.*`)

beforeEach(async () => {
  await testedShop.shop.db.delete(webhookEvents)
  await testedShop.shop.db.delete(webhookEndpoints)
})

async function readSentEvents() {
  const rows = await testedShop.shop.db
    .select({ event: webhookEvents })
    .from(webhookDeliveries)
    .innerJoin(webhookEvents, eq(webhookEvents.id, webhookDeliveries.eventId))
    .orderBy(asc(webhookDeliveries.id))
  return rows.map(({ event }) => event)
}
const staff = testStaff(testedShop)
const types = async () => (await readSentEvents()).map(({ type }) => type)
const addListener = (...events: string[]) => addEndpoint(testedShop.shop, 'https://erp.example/in', events)

test('sends each step of an order with its number, status and amounts', async () => {
  await addListener('order.*')
  const ada = await testedShop.signedIn()
  const { orderNo } = await buyAndReceive(testedShop.shop, ada, [goods.dress])
  expect(await types()).toEqual([
    'order.created',
    'order.paid',
    'order.preparing',
    'order.packed',
    'order.shipped',
    'order.delivered',
  ])
  const [created, paid] = await readSentEvents()
  const total = { amount: 15_000, currency: 'USD' }
  expect(created).toMatchObject({
    id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
    subject: `orders/${orderNo}`,
    at: testedShop.clock.now(),
    data: { number: orderNo, status: 'unpaid', total, customer_id: ada.id, paid_at: null },
  })
  expect(paid?.data).toMatchObject({ status: 'paid', paid_at: '2026-06-15T10:00:00Z' })
  expect(JSON.stringify(await readSentEvents())).not.toContain(ada.email)
})

test('sends refunds and lines of a canceled order with the same subject', async () => {
  await addListener('order.*', 'refund.*')
  const ada = await testedShop.signedIn()
  const order = await buy(testedShop.shop, ada, [goods.dress, goods.scarf])
  await pay(testedShop.shop, order)
  const lines = await testedShop.shop.db.execute<{ id: string }>(
    sql`select id from order_lines where order_id = ${order.orderId} order by position`,
  )
  const lineId = lines.rows[0]?.id ?? ''
  await cancelLines(testedShop.shop, { orderId: order.orderId, lineIds: [lineId], reason: 'Torn' })
  await cancelOrder(testedShop.shop, { orderId: order.orderId, actor: 'staff' })
  await testedShop.shop.db
    .update(refunds)
    .set({ status: 'failed', failure: 'Card closed' })
    .where(eq(refunds.kind, 'order'))
  const all = await readSentEvents()
  expect(new Set(all.map(({ subject }) => subject))).toEqual(new Set([`orders/${order.orderNo}`]))
  expect(all.find(({ type }) => type === 'order.lines_cancelled')?.data).toMatchObject({ line_ids: [lineId] })
  const failed = all.find(({ type }) => type === 'refund.failed')
  expect(failed?.data).toMatchObject({
    kind: 'order',
    amount: { amount: 6000, currency: 'USD' },
    failure: 'Card closed',
  })
  expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['order.cancelled', 'refund.requested']))
})

test('sends each step of a return from request to refund', async () => {
  const ada = await testedShop.signedIn()
  await addListener('return.*', 'refund.settled')
  const { returnId, lineIds, orderNo } = await requestReturnOf(testedShop.shop, ada, [goods.dress, goods.scarf])
  await approveReturn(testedShop.shop, { returnId })
  await receiveReturn(testedShop.shop, { returnId })
  await refundReturn(testedShop.shop, { returnId })
  const all = await readSentEvents()
  const count = (type: string) => all.filter((one) => one.type === type).length
  expect(['return.requested', 'return.approved', 'return.received', 'refund.settled'].map(count)).toEqual([1, 2, 2, 2])
  const [requested, approved] = all
  const items = requested?.data.items as { line_id: string; status: string }[]
  expect(items.map(({ line_id }) => line_id).sort()).toEqual([...lineIds].sort())
  expect(requested?.data).toMatchObject({ order_number: orderNo, number: expect.stringMatching(/^RT/) })
  expect(approved?.data).toMatchObject({ comes_back: true, items: [{ status: 'approved' }] })
})

test('sends tickets, reviews, stock and erased customers', async () => {
  const { db } = testedShop.shop
  const ada = await testedShop.signedIn()
  const { orderId } = await buyAndReceive(testedShop.shop, ada, [goods.scarf])
  await addListener('ticket.*', 'review.*', 'stock.*', 'customer.*')
  const now = testedShop.clock.now()
  await db.insert(problemTypes).values({ id: 1, level: 1, name: 'Other' })
  const ticket = { id: newId(), ticketNo: 'TK1', email: ada.email, message: 'Where is it?', problemTypeId: 1 }
  await db.insert(tickets).values({ ...ticket, contentHash: '1', dedupeUntil: now, replyDueAt: now, createdAt: now })
  await db.update(tickets).set({ status: 'answered' }).where(eq(tickets.id, ticket.id))
  const id = newId()
  const review = { id, orderId, customerId: ada.id, productId: goods.scarf, sku: 'SKU-102', rank: 80, content: 'Soft' }
  await db.insert(reviews).values({ ...review, createdAt: now })
  await db.update(reviews).set({ status: 'hidden', hiddenReason: 'rude' }).where(eq(reviews.id, id))
  for (const left of [6, 5, 4, 0, 6]) await setInventory(db, goods.bag, left)
  await eraseAccount(db, { customerId: ada.id, erasedEmail: `${ada.id}@erased` }, now)
  expect(await types()).toEqual([
    'ticket.created',
    'ticket.answered',
    'review.published',
    'review.hidden',
    'stock.low',
    'stock.out',
    'customer.erased',
  ])
  const all = await readSentEvents()
  expect(all[0]?.data).toMatchObject({ number: 'TK1', status: 'open', question_type_id: 1 })
  expect(all[4]).toMatchObject({ subject: 'skus/SKU-105', data: { sku: 'SKU-105', stock: 5 } })
  expect(JSON.stringify(all)).not.toMatch(/harbor\.test|Where is it|Soft/)
})

test('sends nothing for a rolled back transaction, and writes no row without an endpoint', async () => {
  const ada = await testedShop.signedIn()
  const { id } = await addListener('order.created')
  const undone = testedShop.shop.db.transaction(async (tx) => {
    await buy({ ...testedShop.shop, db: tx }, ada, [goods.dress])
    throw new Error('Not after all')
  })
  await expect(undone).rejects.toThrow('Not after all')
  expect(await types()).toEqual([])
  await buyAndReceive(testedShop.shop, ada, [goods.dress])
  expect(await types()).toEqual(['order.created'])
  await testedShop.shop.db
    .update(webhookEndpoints)
    .set({ isOn: false, offSince: testedShop.clock.now() })
    .where(eq(webhookEndpoints.id, id))
  await buy(testedShop.shop, ada, [goods.dress])
  expect(await types()).toEqual(['order.created'])
})

test('sends every move of an order and a return item, except for moves that refunds send', async () => {
  await addListener(...everything)
  const ada = await testedShop.signedIn()
  const { db, clock } = testedShop.shop
  const { orderId } = await buyAndReceive(testedShop.shop, ada, [goods.dress])
  await db.delete(webhookEvents)
  const commands = [...new Set(orderMoves.map(({ command }) => command)), 'cancelLines', 'changeAddress']
  for (const command of commands) {
    const event = { orderId, customerId: ada.id, command, toStatus: 4, actor: 'system' as const, at: clock.now() }
    await db.insert(orderEvents).values(event)
  }
  const known = Object.keys(webhookGroups[0].events).map((name) => `order.${name}`)
  // An order with nothing to pay is paid when staff release it, so the release sends `order.paid`.
  await db
    .update(orders)
    .set({ paidAt: new Date(0) })
    .where(eq(orders.id, orderId))
  await db
    .insert(orderEvents)
    .values({ orderId, customerId: ada.id, command: 'releaseOrder', toStatus: 4, actor: 'staff', at: clock.now() })
  expect([...new Set(await types())].sort()).toEqual(known.sort())
  const ofRefunds = ['beginRefund', 'refundReturn', 'failRefund', 'retryRefund']
  const { returnId } = await requestReturnOf(testedShop.shop, ada, [goods.scarf])
  await db.delete(webhookEvents)
  for (const command of ['requestReturn', ...Object.keys(returnMoves)]) {
    await db.execute(sql`insert into return_events (return_id, customer_id, command, to_status, actor, at)
      values (${returnId}, ${ada.id}, ${command}, 1, 'system', ${clock.now()})`)
  }
  const readSentEvents = await types()
  expect(readSentEvents).toHaveLength(1 + Object.keys(returnMoves).length - ofRefunds.length)
  expect([...new Set(readSentEvents)].sort()).toEqual(
    Object.keys(webhookGroups[1].events)
      .map((name) => `return.${name}`)
      .sort(),
  )
})

test('spells statuses as the staff API does', async () => {
  const { rows: ofOrders } = await testedShop.shop.db.execute<{ word: string }>(
    sql`select wire_order_status(id) as word from unnest(${sql.param(orderStatusNames.map(toStatusId))}::int[]) as id`,
  )
  expect(ofOrders.map(({ word }) => word)).toEqual(orderStatusNames)
  const { rows: ofReturns } = await testedShop.shop.db.execute<{ word: string }>(
    sql`select wire_return_status(id) as word from unnest(${sql.param(returnStatusWords.map(toReturnStatusId))}::int[]) as id`,
  )
  expect(ofReturns.map(({ word }) => word)).toEqual(returnStatusWords)
})

test('sends an order placed by staff like any other order: once when created, and once when paid', async () => {
  await addListener('order.*')
  const tess = await staff.member('support')
  const { address1: address_1, address2: address_2, ...same } = testAddress
  const input = {
    ...{ email: 'walk-in@example.com', address: { ...same, address_1, address_2 }, currency: 'USD' },
    ...{ shipping_method: 'standard', lines: [{ sku: `SKU-${goods.scarf}`, quantity: 1 }] },
  }
  const { data: unpaid } = await tess.call(createOrder, input)
  expect(await types()).toEqual(['order.created'])
  const paying = { ...input, payment: { method: 'Cash' } }
  const once = { idempotencyKey: newId() }
  const { data: paid } = await tess.call(createOrder, paying, once)
  expect((await tess.call(createOrder, paying, once)).data.number).toBe(paid.number)
  expect((await readSentEvents()).map(({ type, subject }) => [type, subject])).toEqual([
    ['order.created', `orders/${unpaid.number}`],
    ['order.created', `orders/${paid.number}`],
    ['order.paid', `orders/${paid.number}`],
  ])
  expect((await readSentEvents()).map(({ data }) => data.status)).toEqual(['unpaid', 'unpaid', 'paid'])
  // A refused order writes no event.
  await expect(tess.call(createOrder, { ...input, total: { amount: 1, currency: 'USD' } })).rejects.toThrow()
  expect(await types()).toHaveLength(3)
})
