import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#contract/calls/call.ts'
import { toPagination } from '#contract/calls/fields.ts'
import { readGoods } from '#features/catalogue/server/products/cached-goods.service.ts'
import { neverReturned } from '#features/orders/order-lines.rules.ts'
import type { listOrders as listOrdersCall, Order } from '#features/orders/orders.contract.ts'
import { readTokenFacts, selectActor } from '#features/sign-in/server/session.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { type Database, isInTransaction } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { ownReasons, cancelOrder as runCancel } from '../commands/order-commands.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { listSkusOfDocument, type OrderDocument, selectDocuments } from './order-documents.service.ts'
import { toWireOrder, type WireContext } from './wire-order.service.ts'

const byActor = sql`orders.customer_id = (select customer_id from asker)`
const ordersOfActor = preparePage('orders_in_any_status', byActor)
const ordersOfActorByStatus = preparePage(
  'orders_in_some_statuses',
  sql`${byActor} and orders.status_id = any(${sql.placeholder('statusIds')})`,
)

/** Prepares the query of a page. The page is selected by ids only, so that data of earlier pages is not read. */
function preparePage(name: string, which: SQL) {
  return prepareOnce((db) => {
    const actor = selectActor(db)
    const page = sql`
      select id, created_at from orders where ${which} order by created_at desc, id desc
      limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}`
    const { shown, documents } = selectDocuments(page)
    return db
      .with(actor, db.$with('shown', {}).as(shown))
      .select({ documents, total: sql<number>`(select count(*)::int from orders where ${which})` })
      .from(actor)
      .prepare(name)
  })
}

type Reading = Pick<Shop, 'db' | 'clock' | 'bounds'>

/**
 * Returns a page of the shopper's orders with the data of their cards and the total, in a single query. Returns null if
 * the token is invalid.
 */
export async function listOrders(
  shop: Reading,
  token: string,
  { page, limit, order_status_id }: Parsed<typeof listOrdersCall>,
  language: string,
): Promise<Output<typeof listOrdersCall> | null> {
  const { db, bounds } = shop
  const statusIds = order_status_id?.split(',').map(Number)
  const max = bounds.listedLines
  const query = statusIds ? ordersOfActorByStatus : ordersOfActor
  const [found] = await query(db).execute({
    ...readTokenFacts(token, shop),
    ...linePageParameters(db, 0, max),
    statusIds,
    limit,
    offset: (page - 1) * limit,
  })
  if (!found) return null
  return {
    data: await readOrdersOfDocuments(shop, found.documents, { from: 0, max, language }),
    meta: { pagination: toPagination(page, limit, found.total) },
  }
}

/**
 * Returns the range of lines, and whether cached documents may be used. Cached documents show the state before the
 * current transaction, so documents are built again inside a transaction.
 */
function linePageParameters(db: Database, linesFrom: number, maxLines: number) {
  return { linesFrom, maxLines, isStorable: !isInTransaction(db) }
}

async function readOrdersOfDocuments(
  { db, clock }: Reading,
  documents: OrderDocument[],
  wireContext: Pick<WireContext, 'from' | 'max' | 'language'>,
): Promise<Order[]> {
  const goods = await readGoods(db, documents.flatMap(listSkusOfDocument))
  const shown = { goods, now: clock.now(), ...wireContext }
  return documents.map((document) => toWireOrder(document, shown))
}

const orderOfActor = prepareOnce((db) => {
  const actor = selectActor(db)
  const { shown, documents } = selectDocuments(
    sql`select id, created_at from orders where id = ${sql.placeholder('orderId')} and ${byActor}`,
  )
  return db
    .with(actor, db.$with('shown', {}).as(shown))
    .select({ email: customers.email, documents })
    .from(actor)
    .innerJoin(customers, eq(customers.id, actor.customerId))
    .prepare('order_of_owner')
})

type Lines = { lines_page?: number; line_id?: string | undefined }

/** Returns the first line of the requested page. The page is requested by its number, or by a line that it contains. */
async function findFirstLine(db: Database, orderId: string, { lines_page = 1, line_id }: Lines, max: number) {
  if (line_id === undefined) return (lines_page - 1) * max
  const positionOfLine = db.select({ position: orderLines.position }).from(orderLines).where(eq(orderLines.id, line_id))
  const before = await db.$count(
    orderLines,
    and(eq(orderLines.orderId, orderId), sql`${orderLines.position} < (${positionOfLine})`),
  )
  return before - (before % max)
}

/**
 * Returns an order of the token's owner, or null if the token is invalid. If the request contains an email address, the
 * address must match the shopper and the order.
 */
export async function getOrder(
  shop: Reading,
  token: string,
  { orderId, email, ...lines }: { orderId: string; email?: string | undefined } & Lines,
  language: string,
): Promise<Order | null> {
  const { db, bounds } = shop
  const max = bounds.detailLines
  const from = await findFirstLine(db, orderId, lines, max)
  const parameters = { ...readTokenFacts(token, shop), ...linePageParameters(db, from, max), orderId }
  const [found] = await orderOfActor(db).execute(parameters)
  if (!found) return null
  const [order] = await readOrdersOfDocuments(shop, found.documents, { from, max, language })
  const isSameEmail = !email || [order?.email, found.email].includes(email.trim().toLowerCase())
  if (!order || !isSameEmail) throw refuse('not_found')
  return order
}

const trackedOrder = prepareOrder(
  'order_tracked',
  sql`order_no = ${sql.placeholder('orderNo')} and email = ${sql.placeholder('email')}`,
)
const belongsToCustomer = prepareOrder(
  'order_of_customer',
  sql`id = ${sql.placeholder('orderId')} and customer_id = ${sql.placeholder('customerId')}`,
)

/** Prepares the query of one order, for a shopper who is already identified. */
function prepareOrder(name: string, which: SQL) {
  return prepareOnce((db) => {
    const { shown, documents } = selectDocuments(sql`select id, created_at from orders where ${which}`)
    return db.with(db.$with('shown', {}).as(shown)).select({ documents }).from(sql`(select) nothing`).prepare(name)
  })
}

const orderOfGuest = prepareOrder('order_of_guest', sql`id = ${sql.placeholder('orderId')} and customer_id is null`)

/** Returns a guest order for the shopper who opened it by its mailed link. */
export async function readGuestOrder(
  shop: Reading,
  orderId: string,
  linePage: Lines,
  language: string,
): Promise<Order> {
  const { db, bounds } = shop
  const from = await findFirstLine(db, orderId, linePage, bounds.detailLines)
  const lines = { from, max: bounds.detailLines, language }
  const [found] = await orderOfGuest(db).execute({ ...linePageParameters(db, lines.from, lines.max), orderId })
  const [order] = found ? await readOrdersOfDocuments(shop, found.documents, lines) : []
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
  const lines = { from: 0, max: bounds.detailLines, language }
  const [found] = await trackedOrder(db).execute({
    ...linePageParameters(db, lines.from, lines.max),
    orderNo: orderNo.trim().toUpperCase(),
    email: email.trim().toLowerCase(),
  })
  const [order] = found ? await readOrdersOfDocuments(shop, found.documents, lines) : []
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

type OwnOrder = { customerId: string; orderId: string }

export async function cancelOrder(shop: Shop, { customerId, orderId }: OwnOrder, language: string): Promise<Order> {
  await runCancel(shop, { orderId, customerId, actor: 'shopper', reason: ownReasons.shopper })
  const { db, bounds } = shop
  const lines = { from: 0, max: bounds.detailLines, language }
  const [found] = await belongsToCustomer(db).execute({
    ...linePageParameters(db, lines.from, lines.max),
    orderId,
    customerId,
  })
  const [order] = found ? await readOrdersOfDocuments(shop, found.documents, lines) : []
  if (!order) throw refuse('not_found')
  return order
}
