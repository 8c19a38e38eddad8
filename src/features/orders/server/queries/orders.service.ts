import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/calls/call.ts'
import { toPagination } from '#contract/calls/fields.ts'
import { readGoods } from '#features/catalogue/server/products/kept-goods.service.ts'
import { neverReturned } from '#features/orders/order-lines.rules.ts'
import type { listOrders as listOrdersCall, Order } from '#features/orders/orders.contract.ts'
import { readTokenFacts, selectAsker } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { type Database, isInTransaction } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { ownReasons, cancelOrder as runCancel } from '../commands/order-commands.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { documentsOf, listGoods, type OrderDocument } from './order-documents.service.ts'
import { type Showing, toWireOrder } from './wire-order.service.ts'

const ofAsker = sql`orders.customer_id = (select customer_id from asker)`
const inAnyStatus = preparePage('orders_in_any_status', ofAsker)
const inSomeStatuses = preparePage(
  'orders_in_some_statuses',
  sql`${ofAsker} and orders.status_id = any(${sql.placeholder('statusIds')})`,
)

/** Prepares the query of a page. The page is found by ids alone, so earlier pages are not read. */
function preparePage(name: string, which: SQL) {
  return prepareOnce((db) => {
    const asker = selectAsker(db)
    const page = sql`
      select id, created_at from orders where ${which} order by created_at desc, id desc
      limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`
    const { shown, documents } = documentsOf(page)
    return db
      .with(asker, db.$with('shown', {}).as(shown))
      .select({ documents, total: sql<number>`(select count(*)::int from orders where ${which})` })
      .from(asker)
      .prepare(name)
  })
}

type Reading = Pick<Shop, 'db' | 'clock' | 'bounds'>

/**
 * Returns a page of the shopper's orders with the data of their cards and the total, in one query. Returns null if the token is
 * invalid.
 */
export async function listOrders(
  shop: Reading,
  token: string,
  { page, limit, order_status_id }: Parsed<typeof listOrdersCall>,
  language: string,
): Promise<Output<typeof listOrdersCall> | null> {
  const { db, bounds } = shop
  const statusIds = order_status_id?.split(',').map(Number)
  const most = bounds.listedLines
  const query = statusIds ? inSomeStatuses : inAnyStatus
  const [found] = await query(db).execute({
    ...readTokenFacts(token, shop),
    ...askForLines(db, 0, most),
    statusIds,
    limit,
    offset: (page - 1) * limit,
  })
  if (!found) return null
  return {
    data: await showOrders(shop, found.documents, { from: 0, most, language }),
    meta: { pagination: toPagination(page, limit, found.total) },
  }
}

/**
 * Returns the range of lines, and whether cached documents may be used. Cached documents show the state before the current
 * transaction, so reads within a transaction build documents anew.
 */
function askForLines(db: Database, linesFrom: number, mostLines: number) {
  return { linesFrom, mostLines, mayBeKept: !isInTransaction(db) }
}

async function showOrders(
  { db, clock }: Reading,
  documents: OrderDocument[],
  showing: Pick<Showing, 'from' | 'most' | 'language'>,
): Promise<Order[]> {
  const goods = await readGoods(db, documents.flatMap(listGoods))
  const shown = { goods, now: clock.now(), ...showing }
  return documents.map((document) => toWireOrder(document, shown))
}

const ofOwner = prepareOnce((db) => {
  const asker = selectAsker(db)
  const { shown, documents } = documentsOf(
    sql`select id, created_at from orders where id = ${sql.placeholder('orderId')} and ${ofAsker}`,
  )
  return db
    .with(asker, db.$with('shown', {}).as(shown))
    .select({ email: customers.email, documents })
    .from(asker)
    .innerJoin(customers, eq(customers.id, asker.customerId))
    .prepare('order_of_owner')
})

type Lines = { lines_page?: number; line_id?: string | undefined }

/** Returns the first line of the requested page: a page number, or the page that contains a line. */
async function findFirstLine(db: Database, orderId: string, { lines_page = 1, line_id }: Lines, most: number) {
  if (line_id === undefined) return (lines_page - 1) * most
  const itsPosition = db.select({ position: orderLines.position }).from(orderLines).where(eq(orderLines.id, line_id))
  const before = await db.$count(
    orderLines,
    and(eq(orderLines.orderId, orderId), sql`${orderLines.position} < (${itsPosition})`),
  )
  return before - (before % most)
}

/**
 * Returns an order of the token's owner, or null if the token is invalid. A given email address must match the shopper and the
 * order.
 */
export async function getOrder(
  shop: Reading,
  token: string,
  { orderId, email, ...lines }: { orderId: string; email?: string | undefined } & Lines,
  language: string,
): Promise<Order | null> {
  const { db, bounds } = shop
  const most = bounds.detailLines
  const from = await findFirstLine(db, orderId, lines, most)
  const asked = { ...readTokenFacts(token, shop), ...askForLines(db, from, most), orderId }
  const [found] = await ofOwner(db).execute(asked)
  if (!found) return null
  const [order] = await showOrders(shop, found.documents, { from, most, language })
  const isTheirs = !email || [order?.email, found.email].includes(email.trim().toLowerCase())
  if (!order || !isTheirs) throw refuse('not_found')
  return order
}

const tracked = prepareOrder(
  'order_tracked',
  sql`order_no = ${sql.placeholder('orderNo')} and email = ${sql.placeholder('email')}`,
)
const ofCustomer = prepareOrder(
  'order_of_customer',
  sql`id = ${sql.placeholder('orderId')} and customer_id = ${sql.placeholder('customerId')}`,
)

/** Prepares the query of one order, for a shopper who is already identified. */
function prepareOrder(name: string, which: SQL) {
  return prepareOnce((db) => {
    const { shown, documents } = documentsOf(sql`select id, created_at from orders where ${which}`)
    return db.with(db.$with('shown', {}).as(shown)).select({ documents }).from(sql`(select) nothing`).prepare(name)
  })
}

const ofGuest = prepareOrder('order_of_guest', sql`id = ${sql.placeholder('orderId')} and customer_id is null`)

/** Returns a guest order for the shopper who opened it by its mailed link. */
export async function readGuestOrder(shop: Reading, orderId: string, asked: Lines, language: string): Promise<Order> {
  const { db, bounds } = shop
  const from = await findFirstLine(db, orderId, asked, bounds.detailLines)
  const lines = { from, most: bounds.detailLines, language }
  const [found] = await ofGuest(db).execute({ ...askForLines(db, lines.from, lines.most), orderId })
  const [order] = found ? await showOrders(shop, found.documents, lines) : []
  if (!order) throw refuse('not_found')
  // Reviews, parcel events and the purchase report require an account.
  const products = order.products.map((line) => ({ ...line, order_packages: null, review: null }))
  return { ...order, products, ga_counter: 0 }
}

/** Returns an order for guest tracking, read only, or null. The caller masks the address. */
export async function readOrderForTracking(
  shop: Reading,
  { orderNo, email }: { orderNo: string; email: string },
  language: string,
): Promise<Order | null> {
  const { db, bounds } = shop
  const lines = { from: 0, most: bounds.detailLines, language }
  const [found] = await tracked(db).execute({
    ...askForLines(db, lines.from, lines.most),
    orderNo: orderNo.trim().toUpperCase(),
    email: email.trim().toLowerCase(),
  })
  const [order] = found ? await showOrders(shop, found.documents, lines) : []
  if (!order) return null
  // The data must not lead into the account, so returns, reviews and the purchase report are removed.
  const products = order.products.map((line) => ({
    ...line,
    can_after_sale: false,
    after_sale_block_reason: null,
    after_sale_id: null,
    after_sale_status: neverReturned,
    after_sale_status_name: '',
    review: null,
  }))
  // Only the signed-in customer sees the reason that staff wrote.
  return { ...order, products, ga_counter: 0, cancel_reason: null }
}

type Own = { customerId: string; orderId: string }

export async function cancelOrder(shop: Shop, { customerId, orderId }: Own, language: string): Promise<Order> {
  await runCancel(shop, { orderId, customerId, actor: 'shopper', reason: ownReasons.shopper })
  const { db, bounds } = shop
  const lines = { from: 0, most: bounds.detailLines, language }
  const [found] = await ofCustomer(db).execute({ ...askForLines(db, lines.from, lines.most), orderId, customerId })
  const [order] = found ? await showOrders(shop, found.documents, lines) : []
  if (!order) throw refuse('not_found')
  return order
}
