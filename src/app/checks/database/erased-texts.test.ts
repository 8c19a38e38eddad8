import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { runStaffJobs } from '#app/staff/staff-jobs.ts'
import { addAddress } from '#features/addresses/addresses.contract.ts'
import { reportEvent } from '#features/analytics/analytics.contract.ts'
import { eraseCustomer, noteCustomer } from '#features/customers/customers.staff.contract.ts'
import { createImport } from '#features/imports/imports.staff.contract.ts'
import * as commands from '#features/orders/order-commands.staff.contract.ts'
import { tagOrders } from '#features/orders/order-jobs.staff.contract.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { archivedOrders } from '#features/orders/server/lookup/order-lookup.tables.ts'
import { orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import { packages } from '#features/orders/server/shipping/packages.tables.ts'
import { recordPackageEvents } from '#features/orders/server/shipping/parcels.service.ts'
import { markPaid, refundOrder, settleRefund } from '#features/payments/payments.staff.contract.ts'
import { failPayment } from '#features/payments/server/payments.service.ts'
import { payments, refunds } from '#features/payments/server/payments.tables.ts'
import * as returnCommands from '#features/returns/return-commands.staff.contract.ts'
import { giveParcel, requestReturn } from '#features/returns/returns.contract.ts'
import { returnItems } from '#features/returns/server/returns.tables.ts'
import { writeReview } from '#features/reviews/reviews.contract.ts'
import { hideReview } from '#features/reviews/reviews.staff.contract.ts'
import { auditRows } from '#features/staff/server/staff.tables.ts'
import { saveView } from '#features/staff/views.staff.contract.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { sendTicket } from '#features/support/contact.contract.ts'
import * as inbox from '#features/support/inbox.staff.contract.ts'
import { chatConversations } from '#features/support/server/chat/chat.tables.ts'
import { tickets } from '#features/support/server/contact/contact.tables.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { deliverWebhooks } from '#features/webhooks/server/deliver-webhooks.service.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { newId } from '#server/database/ids.ts'
import { searchAllTables } from '#testing/checks/find-anywhere.ts'
import { addEndpoint, webhookReceiver } from '#testing/outside/webhook-receiver.ts'
import { shopWithReasons, toRequest } from '#testing/shops/returned-goods.ts'
import { buy, goods, testAddress } from '#testing/shops/stocked-shop.ts'
import { problemOf, type StaffPerson, testStaff } from '#testing/staff.ts'
import type { Person } from '#testing/test-shop.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)
const receiver = webhookReceiver()
let ada: Person
let owner: StaffPerson

// A word that occurs only where this test puts it.
const word = 'quillfeather'
const street = '77 Nowhere Else'
const address = { ...testAddress, firstname: 'Adalgisa', lastname: 'Unmistakable', address1: street }

beforeAll(async () => {
  await saveProblemTypes(shop.shop.db, referenceQuestionTypes)
  ada = await shop.signedIn('adalgisa')
  owner = await staff.member()
})

/**
 * The columns that contain the word before the erasure: all columns that store texts of or about people. The calls that
 * write these columns fill them.
 */
const seeded = Object.entries({
  analytics_events: ['props'],
  archived_orders: ['city', 'firstname'],
  audit_rows: ['after', 'before'],
  chat_messages: ['body'],
  customer_notes: ['body'],
  idempotency_keys: ['response_body'],
  import_rows: ['source'],
  inbox_notes: ['body'],
  mails: ['html_body', 'text_body'],
  order_documents: ['document'],
  order_events: ['data'],
  order_notes: ['body'],
  order_tags: ['key', 'tag'],
  orders: ['cancel_reason'],
  package_events: ['description', 'place'],
  packages: ['tracking_no', 'tracking_url'],
  payment_events: ['event_id', 'payload'],
  payments: ['failure', 'provider_ref'],
  refunds: ['provider_ref', 'reason'],
  return_comments: ['body'],
  return_events: ['data'],
  return_items: ['condition_note', 'delivery_company', 'not_restocked_reason', 'tracking_number'],
  return_notes: ['body'],
  returns: ['comment'],
  reviews: ['content', 'hidden_reason'],
  staff_jobs: ['input'],
  staff_views: ['name'],
  ticket_answers: ['body'],
  tickets: ['message'],
  webhook_deliveries: ['answer'],
  webhook_events: ['data'],
}).flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))

/** Takes an order from payment to delivery, with every text that can be typed about the order. */
async function liveThrough(no: string, orderId: string): Promise<void> {
  await owner.call(markPaid, { no, method: 'Bank transfer', reference: `Transfer of ${word}` })
  await owner.call(commands.holdOrder, { no, reason: `${word} has moved` })
  await owner.call(commands.releaseOrder, { no })
  await owner.call(commands.noteOrder, { no: no.toLowerCase(), body: `${word} called` }, { idempotencyKey: newId() })
  await owner.call(commands.tagOrder, { no, add: [`VIP ${word}`, 'gift'] })
  await owner.call(commands.tagOrder, { no, remove: ['gift'] })
  await owner.call(tagOrders, { numbers: [no], add: [`For ${word}`] })
  await runStaffJobs(shop.shop)
  await owner.call(commands.packOrder, { no })
  const parcel = { carrier: 'DHL', tracking_number: `AT-${word}`, tracking_url: `https://www.dhl.com/${word}` }
  await owner.call(commands.shipOrder, { no, parcels: [parcel] })
  const [sent] = await shop.shop.db.select().from(packages).where(eq(packages.orderId, orderId))
  const report = { at: shop.clock.now(), description: `Signed by ${word}`, place: `${word} Harbour` }
  const later = { ...report, description: `Signed by ${word} again` }
  const events = [
    { ...report, kind: 'in_transit' as const },
    { ...later, kind: 'problem' as const },
  ]
  await recordPackageEvents(shop.shop, { packageId: sent?.id ?? '', events })
  await owner.call(commands.deliverOrder, { no })
}

async function sendBack(order: { orderNo: string; lineIds: string[] }): Promise<void> {
  const { db } = shop.shop
  const [line = ''] = order.lineIds
  const input = toRequest({ ...order, lineIds: [line] })
  const { id: no } = await ada.call(requestReturn, { ...input, comment: `It is ${word}` })
  const [item] = await db.select({ id: returnItems.id }).from(returnItems).where(eq(returnItems.returnId, no))
  const id = item?.id ?? ''
  await owner.call(returnCommands.noteReturn, { no, body: `${word} is a regular` })
  await owner.call(returnCommands.commentReturn, { no, text: `Dear ${word}` })
  await owner.call(returnCommands.decideReturn, { no, items: [{ id, decision: 'approve', text: `Yes, ${word}` }] })
  const parcel = { delivery_company: `${word} & sons`, tracking_number: `BACK-${word}` }
  await ada.call(giveParcel, { after_sale_id: no, order_product_ids: [line], ...parcel, email: ada.email })
  const kept = { restock: false, not_restocked_reason: `Worn by ${word}` }
  const arrived = { id, condition: 'worn' as const, note: `Smells of ${word}`, ...kept }
  await owner.call(returnCommands.receiveReturn, { no, items: [arrived] })
  const deduction = { amount: 500, reason: `Worn by ${word}` }
  await owner.call(returnCommands.refundReturn, { no, items: [id], deduction })
  await owner.call(returnCommands.failRefund, { no, text: `The bank does not know ${word}` })
  await owner.call(returnCommands.retryReturnRefund, { no })
  await settleAll()
}

/** Settles all open refunds by hand, with the bank's reference. */
async function settleAll(): Promise<void> {
  const open = await shop.shop.db.select().from(refunds).where(eq(refunds.status, 'pending'))
  for (const { id } of open) await owner.call(settleRefund, { id, reference: `Back to ${word} ${id}` })
}

async function talk(): Promise<void> {
  const { db } = shop.shop
  await ada.call(sendTicket, { email: ada.email, message: `Where is ${word}?`, problem_type: '8' })
  const [ticket] = await db.select().from(tickets).where(eq(tickets.email, ada.email))
  const number = ticket?.ticketNo ?? ''
  await owner.call(inbox.answerStaffTicket, { number: number.toLowerCase(), body: `Dear ${word}` })
  await owner.call(inbox.noteTicket, { number, body: `${word} is in a hurry` })
  await ada.call(sendChatMessage, { body: `It is ${word}`, client_key: newId() })
  const [chat] = await db.select().from(chatConversations).where(eq(chatConversations.customerId, ada.id))
  const id = chat?.id ?? ''
  await owner.call(inbox.answerStaffChat, { id, body: `Hello ${word}` })
  await owner.call(inbox.noteChat, { id, body: `${word} again` })
}

async function review(order: { orderNo: string }): Promise<void> {
  await owner.call(commands.completeOrder, { no: order.orderNo })
  const about = { order_no: order.orderNo, product_id: goods.scarf, sku: `SKU-${goods.scarf}` }
  const written = await ada.call(writeReview, { ...about, rank: 100, content: `As ${word} says, it is warm and soft` })
  await owner.call(hideReview, { id: written.id, reason: `Names ${word}` })
}

const linesOf = async (orderId: string) => {
  const { rows } = await shop.shop.db.execute<{ id: string }>(
    sql`select id from order_lines where order_id = ${orderId} order by position`,
  )
  return rows.map(({ id }) => id)
}

test('erases every text that a customer typed or that was typed about them', async () => {
  const { db } = shop.shop
  receiver.answers((response) => response.writeHead(200).end(`Thank you, ${word}`))
  await addEndpoint(shop.shop, receiver.url, ['order.*', 'refund.*', 'return.*'])
  const order = await buy(shop.shop, ada, [goods.dress, goods.scarf], { address })
  const { orderId, orderNo } = order
  const [declined] = await db
    .insert(payments)
    .values({
      ...{ id: newId(), orderId, customerId: ada.id, provider: 'test', providerRef: newId(), status: 'pending' },
      ...{ currency: 'USD', amount: order.totalAmount, createdAt: shop.clock.now() },
    })
    .returning()
  await failPayment(shop.shop, {
    ...{ provider: 'test', eventId: newId(), providerRef: declined?.providerRef ?? '' },
    ...{ status: 'declined', failure: `The card of ${word} has expired` },
  })
  await liveThrough(orderNo, orderId)
  const lineIds = await linesOf(orderId)
  await owner.call(refundOrder, {
    ...{ no: orderNo, lines: [{ id: lineIds[1] ?? '', amount: 100 }] },
    ...{ reason: `A gift for ${word}` },
  })
  await settleAll()
  await sendBack({ orderNo, lineIds })
  await talk()
  await review({ orderNo })
  // A guest order with the same email address, placed before the account existed and canceled by staff.
  const guest = await buy(shop.shop, { id: '', email: ada.email }, [goods.bag], { address })
  await owner.call(commands.noteOrder, { no: guest.orderNo, body: `${word} without an account` })
  await owner.call(commands.cancelOrder, { no: guest.orderNo, reason: `${word} asked for it` })
  const { address1, ...same } = address
  await ada.call(addAddress, { ...same, address_1: address1, house_num: '', is_default: true })
  await owner.call(noteCustomer, { id: ada.email.toUpperCase(), body: `${word} is kind` })
  await ada.call(reportEvent, { name: 'search', props: { q: word } })
  await owner.call(saveView, { place: 'orders', name: word, search: `q=${encodeURIComponent(ada.email)}` })
  const file = `email,name,language\n${ada.email},${word},xx\n`
  await owner.call(createImport, { kind: 'customers', format: 'csv', file_name: 'people.csv', file })
  await db.insert(archivedOrders).values({
    ...{ id: newId(), orderNo: '#1001', email: ada.email, firstname: word, lastname: 'Unmistakable', city: word },
    ...{ currency: 'USD', skuPriceAmount: 100, totalAmount: 100 },
    ...{ payConfirmedAt: shop.clock.now(), importedAt: shop.clock.now() },
  })
  await shop.shop.limits.take('contactByEmail', ada.email)
  await deliverWebhooks(shop.shop)

  // Each column contains the word before the erasure, so that the test proves the erasure for each column.
  expect(await searchAllTables(db, word)).toEqual(seeded)
  const bill = await readBill(orderId)
  const history = await db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)
  const program = await staff.key('customers:erase')
  await program.call(eraseCustomer, { id: ada.email })

  const who = [ada.email, address.firstname, address.lastname, street, address.telephone]
  expect(await searchAllTables(db, word, ...who)).toEqual([])
  // Records that the law requires stay exact, including who did what and when.
  expect(await readBill(orderId)).toEqual(bill)
  const kept = await db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)
  const outline = (rows: typeof history) => rows.map(({ data, ...row }) => ({ ...row, by: data.by }))
  expect(outline(kept)).toEqual(outline(history))
  expect(kept.map(({ data }) => data)).toContainEqual({ by: owner.name, added: [], removed: [] })
  const { data: shown } = await owner.call(getOrder, { no: orderNo })
  expect(shown).toMatchObject({ customer: { name: '' }, country: 'United States', notes: [], own_tags: [] })
  const auditedCalls = await db
    .select()
    .from(auditRows)
    .where(eq(auditRows.about, `customers/${ada.id}`))
  expect(auditedCalls.map(({ call }) => call)).toEqual(['POST /customers/:id/notes', 'POST /customers/:id/erase'])
  // No new text about the customer can be written after the erasure.
  const no = shown.returns[0]?.number ?? ''
  expect(await problemOf(owner.call(commands.noteOrder, { no: orderNo, body: word }))).toBe('customer_erased')
  expect(await problemOf(owner.call(commands.tagOrder, { no: guest.orderNo, add: [word] }))).toBe('customer_erased')
  expect(await problemOf(owner.call(returnCommands.noteReturn, { no, body: word }))).toBe('customer_erased')
})

async function readBill(orderId: string) {
  const { rows: lines } = await shop.shop.db.execute(
    sql`select id, sku_name, price_amount, paid_amount, refunded_amount from order_lines where order_id = ${orderId} order by id`,
  )
  const { rows: money } = await shop.shop.db.execute(
    sql`select id, amount, currency, status, method from payments where order_id = ${orderId}
      union all select id, amount, currency, status, kind from refunds where order_id = ${orderId} order by 1`,
  )
  const [order] = await shop.shop.db
    .select({ total: orders.totalAmount, refunded: orders.refundedAmount, paidAt: orders.paidAt })
    .from(orders)
    .where(eq(orders.id, orderId))
  return { order, lines, money }
}

test('only empties history and never rewrites it, even for an erasure', async () => {
  const { db } = shop.shop
  const { orderId, orderNo } = await buy(shop.shop, await shop.signedIn('berta'), [goods.dress])
  await owner.call(commands.cancelOrder, { no: orderNo, reason: 'They changed their mind' })
  const isTheirs = sql`order_id = ${orderId} and command = 'cancelOrder'`
  const isTold = sql`about = ${`orders/${orderNo}`}`
  const change = (statement: ReturnType<typeof sql>, isErasing = true) =>
    db.transaction(async (tx) => {
      if (isErasing) await tx.execute(sql`select set_config('harbor.erasing', 'on', true)`)
      await tx.execute(statement)
    })
  for (const rewritten of [
    sql`update order_events set data = '{"reason": "Something else"}' where ${isTheirs}`,
    sql`update order_events set data = '{}' where ${isTheirs}`,
    sql`update order_events set data = without_words(data), actor = 'shopper' where ${isTheirs}`,
    sql`delete from order_events where ${isTheirs}`,
    sql`update audit_rows set actor_name = 'Somebody else' where ${isTold}`,
    sql`update audit_rows set before = '{}', after = '{}' where ${isTold}`,
  ]) {
    await expect(change(rewritten)).rejects.toThrow()
  }
  const emptied = sql`update order_events set data = without_words(data) where ${isTheirs}`
  await expect(change(emptied, false)).rejects.toThrow()
  await change(emptied)
  const { rows } = await db.execute(sql`select data from order_events where ${isTheirs}`)
  expect(rows).toEqual([{ data: { by: owner.name, reason: '' } }])
})

test('delays an erasure until no job will write about the customer’s orders any more', async () => {
  const { db } = shop.shop
  const berta = await shop.signedIn('berta')
  const { orderNo } = await buy(shop.shop, berta, [goods.dress])
  await owner.call(commands.cancelOrder, { no: orderNo })
  await owner.call(tagOrders, { numbers: [orderNo], add: [word] })
  const program = await staff.key('customers:erase')
  await expect(program.call(eraseCustomer, { id: berta.id })).rejects.toMatchObject({
    problem: { code: 'customer_busy' },
  })
  await runStaffJobs(shop.shop)
  await program.call(eraseCustomer, { id: berta.id })
  expect(await searchAllTables(db, word)).toEqual([])
  expect(await db.$count(auditRows, eq(auditRows.about, `orders/${orderNo}`))).toBe(2)
})
