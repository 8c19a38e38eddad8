import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { answerTicket } from '#features/support/server/contact/contact.staff.service.ts'
import { saveProblemTypes } from '#features/support/server/contact/problem-types.ts'
import { referenceQuestionTypes } from '#reference/question-types.ts'
import type { Database } from '#server/database/database.ts'
import { migrateDatabase, readMigrations } from '#server/database/migrations.ts'
import { buyAndPay, goods, stockShop } from '#testing/shops/stocked-shop.ts'
import { json, type Person, testShop } from '#testing/test-shop.ts'

/**
 * The last migration whose columns the requests below need. The test starts with the tables of this migration. Name a
 * later migration here when the requests read a column that it adds.
 */
const lastMigration = '0006_currency_prices'
const here = testShop({ lastMigration })

type Shopper = { person: Person; orderId: string; ticketId: string; ticketNo: string }

/** 24,000 orders, chat messages and answers, as in a shop after some years. */
const rowsOfTable = 24_000

async function addShopper(name: string): Promise<Shopper> {
  const person = await here.signedIn(name)
  const { orderId } = await buyAndPay(here.shop, person, [goods.dress])
  await person.fetch('/ajax-web/chat/message', json({ body: 'Hello', client_key: crypto.randomUUID() }))
  const response = await person.fetch(
    '/rest/contact',
    json({ email: person.email, message: 'Where?', problem_type: 6 }),
  )
  const { data: ticket } = (await response.json()) as { data: { id: string; ticket_no: string } }
  await answerTicket(here.shop, { ticketNo: ticket.ticket_no, body: 'Here', staffName: 'Ines' })
  return { person, orderId, ticketId: ticket.id, ticketNo: ticket.ticket_no }
}

/** Copies the data of one shopper. The orders lack the data that triggers write, which no request below reads. */
const addCopies = ({ person, orderId, ticketId }: Shopper) =>
  withoutTriggers(async (tx) => {
    const copy = (table: string, where: string, keys: string) =>
      tx.execute(
        sql.raw(`insert into ${table} overriding user value
          select made.* from ${table} one, generate_series(1, ${rowsOfTable}) n,
            lateral jsonb_populate_record(one, jsonb_build_object(${keys})) made where ${where}`),
      )
    await copy('orders', `one.id = '${orderId}'`, `'id', 'copy-' || n, 'order_no', 'CP' || lpad(n::text, 11, '0')`)
    await copy('order_addresses', `one.order_id = '${orderId}'`, `'order_id', 'copy-' || n`)
    await copy('order_lines', `one.order_id = '${orderId}'`, `'id', 'copy-' || n, 'order_id', 'copy-' || n`)
    const isTheirs = `one.customer_id = '${person.id}' and one.author = 'shopper'`
    await copy('chat_messages', isTheirs, `'client_key', 'copy-' || n`)
    await copy('ticket_answers', `one.ticket_id = '${ticketId}'`, `'body', 'Answer ' || n`)
  })

/** Removes the copied orders, because the test shop checks at its end that every order has the data of its triggers. */
const removeCopies = () =>
  withoutTriggers(async (tx) => {
    await tx.execute(sql`delete from order_lines where order_id like 'copy-%'`)
    await tx.execute(sql`delete from order_addresses where order_id like 'copy-%'`)
    await tx.execute(sql`delete from orders where id like 'copy-%'`)
  })

/** Runs without triggers and foreign key checks. With them, tens of thousands of orders take a minute. */
async function withoutTriggers(run: (tx: Database) => Promise<void>): Promise<void> {
  await here.shop.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await run(tx)
  })
}

/** Runs requests of these shoppers in turn, each with another kind of request. `failed` names the failures. */
function openVisits(shoppers: Shopper[]) {
  const visits: Promise<unknown>[] = []
  const failed: string[] = []
  const ask = async ({ person }: Shopper, path: string, init?: RequestInit) => {
    const { status } = await person.fetch(path, init)
    if (status !== 200) failed.push(`${path}: ${status}`)
  }
  const kinds: ((shopper: Shopper) => Promise<unknown>)[] = [
    (shopper) => ask(shopper, '/rest/order?limit=10'),
    (shopper) => ask(shopper, `/rest/order/${shopper.orderId}`),
    (shopper) => ask(shopper, '/ajax-web/chat'),
    (shopper) => ask(shopper, '/ajax-web/chat/message', json({ body: 'And now?', client_key: crypto.randomUUID() })),
    (shopper) => ask(shopper, `/rest/contact/tickets/${shopper.ticketId}`),
    ({ ticketNo }) => answerTicket(here.shop, { ticketNo, body: crypto.randomUUID(), staffName: 'Ines' }),
    ({ person }) => buyAndPay(here.shop, person, [goods.shoe]),
  ]
  const visit = async () => {
    const at = visits.length
    const shopper = shoppers[at % shoppers.length]
    // The number of shoppers and the number of kinds are coprime, so each shopper makes each kind of request.
    if (shopper) await kinds[at % kinds.length]?.(shopper)
  }
  const come = () => {
    const coming = visit().catch((error: unknown) => failed.push(String(error)))
    visits.push(coming)
    return coming
  }
  return { come, failed, visits, aRound: kinds.length * shoppers.length }
}

test('answers shoppers and staff without a 5xx while the migrations after the baseline run in a full shop', async () => {
  const { db, clock } = here.shop
  await stockShop(db, clock.now())
  await saveProblemTypes(db, referenceQuestionTypes)
  await addCopies(await addShopper('crowd'))
  const shoppers = await Promise.all(Array.from({ length: 8 }, (_, at) => addShopper(`ada${at}`)))
  const { come, failed, visits, aRound } = openVisits(shoppers)
  // Each kind of request must succeed before the migrations begin.
  while (visits.length < aRound) await come()
  expect(failed).toEqual([])
  const coming = setInterval(come, 15)
  try {
    await expect.poll(() => visits.length).toBeGreaterThan(aRound + 20)
    await migrateDatabase({ url: here.url })
    const then = visits.length
    await expect.poll(() => visits.length).toBeGreaterThan(then + aRound)
  } finally {
    clearInterval(coming)
    await Promise.all(visits)
    await removeCopies()
  }
  expect(failed).toEqual([])
  const { rows } = await db.execute(sql`select count(*)::int as applied from drizzle.__drizzle_migrations`)
  expect(rows).toEqual([{ applied: readMigrations().length }])
})
