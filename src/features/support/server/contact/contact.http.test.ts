import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { answerGuestOffer } from '#features/account/account.contract.ts'
import { categories, products } from '#features/catalogue/server/catalogue.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import * as calls from '#features/support/contact.contract.ts'
import { findHelp } from '#features/support/contact.rules.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import { openDatabase } from '#server/database/database.ts'
import { newId, newOrderNo } from '#server/database/ids.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'
import { findContactOrders, listTickets, sendTicket } from './contact.service.ts'
import { answerTicket, closeTicket, listWaitingTickets } from './contact.staff.service.ts'
import { problemTypes, tickets } from './contact.tables.ts'
import { saveProblemTypes } from './problem-types.ts'

const shop = testShop()

beforeAll(async () => {
  const { db, clock } = shop.shop
  await saveProblemTypes(db, referenceQuestionTypes)
  await db.insert(currencies).values([
    { id: 1, code: 'USD', name: 'US Dollar', symbolLeft: '$' },
    { id: 2, code: 'EUR', name: 'Euro', symbolRight: ' €' },
  ])
  await db.insert(categories).values({ id: 1, code: 'dresses', name: 'Dresses' })
  await db
    .insert(products)
    .values({ id: 1, handle: 'dress', name: 'Dress', image: '/a.svg', basicCategoryId: 1, createdAt: clock.now() })
})

const question = { email: 'guest@harbor.test', message: 'Does it run small?', problem_type: 6, client_os: 'mobile' }

async function makeOrder(owner: Person, lineNames: string[], currency = 'USD') {
  const { db, clock } = shop.shop
  const id = newId()
  const orderNo = newOrderNo()
  const createdAt = clock.now()
  const amount = lineNames.length * 5000
  await db.insert(orders).values({
    id,
    orderNo,
    customerId: owner.id,
    email: owner.email,
    currency,
    subtotalAmount: amount,
    totalAmount: amount,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 24 * 60 * 60 * 1000),
  })
  await db.insert(orderLines).values(
    lineNames.map((name, position) => ({
      id: newId(),
      orderId: id,
      customerId: owner.id,
      position,
      productId: 1,
      skuName: `SKU-${position}`,
      name,
      image: '/a.svg',
      categoryCode: 'dresses',
      categoryName: 'Dresses',
      priceAmount: 5000,
      paidAmount: 5000,
    })),
  )
  return { id, orderNo }
}

test('returns the question types as a tree with the ids that screens use', async () => {
  const response = await shop.stranger().fetch('/rest/contact/problems')
  const { data } = (await response.json()) as { data: calls.ProblemType[] }
  const delivery = data.find(({ id }) => id === 4)
  expect(delivery?.children.find(({ id }) => id === 26)?.children[0]).toEqual({
    id: 45,
    name: 'Track my order',
    children: [],
  })
  expect(data.find(({ id }) => id === 5)?.children.map(({ id }) => id)).toEqual(expect.arrayContaining([28, 29]))
  const walk = ({ id, children }: calls.ProblemType, above: number[] = []): number[][] =>
    children.length > 0 ? children.flatMap((one) => walk(one, [...above, id])) : [[...above, id]]
  const helps = data.flatMap((one) => walk(one)).map(findHelp)
  expect(helps.length).toBeGreaterThan(25)
  expect(helps.filter((help) => help === 'lookup')).toHaveLength(2)
  expect(helps.filter((help) => help === 'faq')).toHaveLength(1)
})

test('offers no types below a retired type', async () => {
  const { db } = shop.shop
  await db.update(problemTypes).set({ isActive: false }).where(eq(problemTypes.id, 27))
  const tree = await shop.stranger().call(calls.listProblems, {})
  expect(JSON.stringify(tree)).not.toContain('How long does delivery take')
  await expect(shop.stranger().call(calls.sendTicket, { ...question, problem_type: 52 })).rejects.toMatchObject({
    refusal: { errors: { problem_type: ['Please select question type'] } },
  })
})

test("finds a shopper's orders by number and by item, the newest first", async () => {
  const ada = await shop.signedIn()
  const older = await makeOrder(ada, ['Linen dress', 'Silk scarf'])
  shop.clock.advance(60_000)
  const newer = await makeOrder(ada, ['Wool coat'], 'EUR')
  const find = (keyword: string) => ada.call(calls.findContactOrders, { keyword })
  expect(await find('')).toEqual([
    {
      id: newer.id,
      order_no: newer.orderNo,
      item_quantity: 1,
      total: { code: 'EUR', price: '€50.00', price_value: '50.00' },
      order_time: expect.stringMatching(/^2026-06-15 \d\d:\d\d:\d\d$/),
    },
    expect.objectContaining({ id: older.id, item_quantity: 2 }),
  ])
  expect((await find(older.orderNo.slice(2, 9).toLowerCase())).map(({ id }) => id)).toEqual([older.id])
  expect((await find('scarf')).map(({ id }) => id)).toEqual([older.id])
  expect(await find('%')).toEqual([])
  expect(await find('nothing like it')).toEqual([])
})

test("hides a shopper's orders from guests and other shoppers", async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await makeOrder(ada, ['Linen dress'])
  expect(await shop.stranger().call(calls.findContactOrders, { keyword: orderNo })).toEqual([])
  const bob = await shop.signedIn('bob')
  expect(await bob.call(calls.findContactOrders, { keyword: orderNo })).toEqual([])
})

test("accepts a guest's ticket, and sends a mail that does not repeat the guest's text", async () => {
  const sent = await shop.stranger().call(calls.sendTicket, { ...question, customer_name: 'Win a prize' })
  expect(sent.ticket_no).toMatch(/^TK[2-9A-Z]{11}$/)
  const [mail] = await shop.mailsTo('guest@harbor.test')
  expect(mail?.subject).toBe(`We received your question (${sent.ticket_no})`)
  expect(mail?.text).toContain('within 24 hours')
  expect(mail?.text).toContain('Product / Size and fit')
  for (const typed of ['Win a prize', question.message]) expect(mail?.text).not.toContain(typed)
  expect(mail?.text).not.toContain('/contact-us/tickets/')
})

test.each([
  [{ email: '' }, { email: ['Please fill in this field'] }],
  [{ email: 'guest@harbor' }, { email: ['Please enter a valid email address'] }],
  [
    { email: `${'a'.repeat(50)}@harbor.test` },
    { email: ['Please enter a valid email and no more than 50 characters'] },
  ],
  [{ message: ' ' }, { message: ['Please fill in this field'] }],
  [{ message: undefined }, { message: ['Please fill in this field'] }],
  [{ problem_type: undefined }, { problem_type: ['Please select question type'] }],
  [{ problem_type: '' }, { problem_type: ['Please select question type'] }],
  [{ problem_type: 999 }, { problem_type: ['Please select question type'] }],
  [{ problem_type: 4 }, { problem_type: ['Please select question type'] }],
  [{ problem_type: 46 }, { order_no: ['Please fill in this field'] }],
  [{ problem_type: 29, order_no: ' ' }, { order_no: ['Please fill in this field'] }],
  [{ problem_type: 29, order_no: 'x'.repeat(15) }, { order_no: ['No more than 14 characters'] }],
  [{ customer_name: 'x'.repeat(31) }, { customer_name: ['No more than 30 characters'] }],
])('rejects the ticket with %j with errors by field', async (change, errors) => {
  const response = await shop.stranger().fetch('/rest/contact', json({ ...question, ...change }))
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ status_code: 422, errors })
})

test('requires an order number for tickets about a delivery or a return', async () => {
  const sent = await shop
    .stranger()
    .call(calls.sendTicket, { ...question, problem_type: '46', order_no: ' hb25090419963 ' })
  const [row] = await shop.shop.db.select().from(tickets).where(eq(tickets.id, sent.id))
  expect(row?.orderNo).toBe('HB25090419963')
})

test('stores the same ticket once within five minutes, with one mail, and stores it again later', async () => {
  const email = 'twice@harbor.test'
  const send = () => shop.stranger().call(calls.sendTicket, { ...question, email })
  const first = await send()
  expect(await send()).toEqual(first)
  expect(await shop.mailsTo(email)).toHaveLength(1)
  shop.clock.advance(5 * 60_000)
  const later = await send()
  expect(later.id).not.toBe(first.id)
  expect(await shop.mailsTo(email)).toHaveLength(2)
})

test('stores a ticket once when it is sent twenty times at the same time', async () => {
  const wide = openDatabase(shop.url, { max: 20 })
  const actor = { customerId: null } as const
  const sent = { ...question, email: 'race@harbor.test', order_no: null, customer_name: '' }
  const made = await Promise.all(
    Array.from({ length: 20 }, () => sendTicket({ ...shop.shop, db: wide.db }, actor, sent)),
  )
  await wide.close()
  expect(new Set(made.map(({ id }) => id)).size).toBe(1)
})

test('limits the rate of tickets', async () => {
  const stranger = shop.stranger()
  const send = (round: number) =>
    stranger.fetch('/rest/contact', json({ ...question, email: `many-${round}@harbor.test` }))
  for (let round = 0; round < 20; round++) expect((await send(round)).status).toBe(200)
  const refused = await send(20)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({
    status_code: 429,
    message: expect.stringContaining('Too many attempts'),
  })
})

test('limits the number of tickets from one email address', async () => {
  const statuses: number[] = []
  for (let round = 0; round < 11; round++) {
    const body = { ...question, email: 'victim@harbor.test', message: `Round ${round}` }
    statuses.push((await shop.stranger().fetch('/rest/contact', json(body))).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.at(-1)).toBe(429)
})

test('shows a shopper the tickets of their account with the answers', async () => {
  const ada = await shop.signedIn()
  const sent = await ada.call(calls.sendTicket, { ...question, email: ada.email, problem_type: 45, order_no: 'HB1' })
  expect(await ada.call(calls.listTickets, {})).toEqual({
    data: [
      {
        id: sent.id,
        ticket_no: sent.ticket_no,
        problem_types: ['Delivery', 'Where is my order', 'Track my order'],
        message: question.message,
        order_no: 'HB1',
        status: 'open',
        created_at: expect.any(String),
        answers: 0,
      },
    ],
    meta: { pagination: { current_page: 1, total_pages: 1, total: 1 } },
  })
  await answerTicket(shop.shop, { ticketNo: sent.ticket_no, body: 'It does.\n\nTake one size up.', staffName: 'Ines' })
  const read = await ada.call(calls.getTicket, { id: sent.id })
  expect(read).toMatchObject({ status: 'answered', email: ada.email })
  expect(read.answers).toMatchObject([{ body: 'It does.\n\nTake one size up.', staff_name: 'Ines' }])
  const mail = (await shop.mailsTo(ada.email)).at(-1)
  expect(mail?.subject).toBe(`An answer to your question (${sent.ticket_no})`)
  expect(mail?.text).toContain('Take one size up.')
  expect(mail?.text).toContain(`http://harbor.test/contact-us/tickets/${sent.id}`)
})

test('mails the answer to a guest', async () => {
  const email = 'asks@harbor.test'
  const sent = await shop.stranger().call(calls.sendTicket, { ...question, email })
  await answerTicket(shop.shop, { ticketNo: sent.ticket_no.toLowerCase(), body: 'Yes.', staffName: 'Ines' })
  expect((await shop.mailsTo(email)).at(-1)?.text).toContain('Yes.')
})

test('sends the same answer once, with one mail', async () => {
  const email = 'once@harbor.test'
  const { ticket_no: ticketNo } = await shop.stranger().call(calls.sendTicket, { ...question, email })
  const answer = { ticketNo, body: 'Yes.', staffName: 'Ines' }
  const first = await answerTicket(shop.shop, answer)
  expect(await answerTicket(shop.shop, answer)).toEqual({ ...first, isNew: false })
  expect(await shop.mailsTo(email)).toHaveLength(2)
})

test('lists waiting tickets, and rejects empty answers and answers to closed or unknown tickets', async () => {
  const email = 'desk@harbor.test'
  const { ticket_no: ticketNo } = await shop.stranger().call(calls.sendTicket, { ...question, email })
  const isWaiting = async () => (await listWaitingTickets(shop.shop, 200)).some((one) => one.ticketNo === ticketNo)
  expect(await isWaiting()).toBe(true)
  const answer = (body: string, no = ticketNo) => answerTicket(shop.shop, { ticketNo: no, body, staffName: 'Ines' })
  await expect(answer('  ')).rejects.toMatchObject({ status: 422 })
  await expect(answer('Yes.', 'TK00000000000')).rejects.toMatchObject({ status: 404 })
  await answer('Yes.')
  expect(await isWaiting()).toBe(false)
  await closeTicket(shop.shop, ticketNo)
  await closeTicket(shop.shop, ticketNo)
  await expect(answer('And another thing.')).rejects.toMatchObject({ status: 409, refusal: { code: 'ticket_closed' } })
})

test('responds with 404 for an unknown ticket', async () => {
  const ada = await shop.signedIn()
  await expect(ada.call(calls.getTicket, { id: newId() })).rejects.toMatchObject({ status: 404 })
})

test("moves a guest's tickets to the account with the same address only when its owner agrees", async () => {
  const ada = await shop.signedIn()
  const { id } = await shop.stranger().call(calls.sendTicket, { ...question, email: ada.email })
  expect((await ada.call(calls.listTickets, {})).data).toEqual([])
  await expect(ada.call(calls.getTicket, { id })).rejects.toMatchObject({ status: 404 })
  expect(await ada.call(answerGuestOffer, { accept: true })).toMatchObject({ tickets: 1 })
  expect((await ada.call(calls.listTickets, {})).data.map((one) => one.id)).toEqual([id])
  expect(await ada.call(calls.getTicket, { id })).toMatchObject({ id })
})

test('keeps a ticket that was sent under another person’s address with its sender', async () => {
  const ada = await shop.signedIn()
  const bob = await shop.signedIn('bob')
  const { id } = await ada.call(calls.sendTicket, { ...question, email: bob.email })
  expect((await bob.call(calls.listTickets, {})).data).toEqual([])
  expect((await ada.call(calls.listTickets, {})).data.map((one) => one.id)).toEqual([id])
})

test('reads lists of any length with a small, fixed number of queries', async () => {
  const ada = await shop.signedIn()
  const counted = await countQueries()
  for (let round = 0; round < 12; round++) {
    await makeOrder(ada, ['Linen dress', 'Silk scarf'])
    await ada.call(calls.sendTicket, { ...question, email: `${round}-${ada.email}`, message: `Round ${round}` })
    if (round === 9) shop.clock.advance(60 * 60_000)
  }
  const count = counted.count
  const actor = { customerId: ada.id, email: ada.email, sessionId: '', isVerified: true }
  expect(await count((db) => findContactOrders(db, actor, { keyword: '', language: 'en' }))).toBe(1)
  expect(await count((db) => listTickets({ ...shop.shop, db }, ada.id, { page: 1, limit: 1 }))).toBe(3)
  expect(await count((db) => listTickets({ ...shop.shop, db }, ada.id, { page: 1, limit: 100 }))).toBe(3)
  await counted.close()
})

/** Creates a connection pool that counts the queries. */
async function countQueries() {
  const { db, pool, close } = openDatabase(shop.url, { max: 3 })
  await db.execute(sql`select 1`)
  let requestCount = 0
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown
  Object.assign(pool, {
    query: (...args: unknown[]) => {
      requestCount++
      return query(...args)
    },
  })
  const count = async (work: (with_: typeof db) => Promise<unknown>) => {
    requestCount = 0
    await work(db)
    return requestCount
  }
  return { count, close }
}
