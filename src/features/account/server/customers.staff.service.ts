import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm'
import { type StaffFile, type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { addressBookSize } from '#features/addresses/addresses.rules.ts'
import { listAddresses } from '#features/addresses/server/addresses.service.ts'
import { chatConversations, chatMessages } from '#features/chat/server/chat.tables.ts'
import { ticketAnswers, tickets } from '#features/contact/server/contact.tables.ts'
import { couponClaims, coupons } from '#features/coupons/server/coupons.tables.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { listHeadsOfCustomer } from '#features/orders/server/order-heads.staff.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readOrder } from '#features/orders/server/read-order.staff.service.ts'
import { readReturn } from '#features/returns/server/read-return.staff.service.ts'
import { countItemsOfCustomers } from '#features/returns/server/return-heads.staff.service.ts'
import { listReturnsOfCustomer } from '#features/returns/server/returns.staff.service.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { customers, sessions } from '#features/sign-in/server/sign-in.tables.ts'
import { hasSecondPerson, readRequests } from '#features/staff/server/staff-requests.service.ts'
import { toPage } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import { cursorOf, findPage, narrowBy } from '#server/list-page.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { StaffAsker } from '#server/staff-http.ts'
import type { CustomerHead, listCustomers as listCall, StaffCustomer } from '../customers.staff.contract.ts'

type CustomerRow = typeof customers.$inferSelect

/** What one screen shows of each kind; the lists of each kind have the rest. */
const latestShown = 20
/** More than any shopper has ordered; whoever has more is exported by hand. */
const exportedMost = 2_000

/** By id, or by the address of the account. */
export async function findCustomer(db: Database, id: string): Promise<CustomerRow> {
  const [found] = await db
    .select()
    .from(customers)
    .where(or(eq(customers.id, id), eq(customers.email, id.toLowerCase())))
  if (!found) throw refuse('not_found', { message: 'There is no such customer.' })
  return found
}

export async function listCustomers(
  { db }: Pick<Shop, 'db'>,
  { limit, after, q }: StaffParsed<typeof listCall>,
): Promise<StaffPage<CustomerHead>> {
  const narrowed = q ? await narrowByStart(db, q.toLowerCase()) : null
  const page = await findPage(db, {
    table: customers,
    at: customers.createdAt,
    id: customers.id,
    isDescending: true,
    limit,
    after,
    conditions: [narrowed?.condition],
    isCounted: narrowed?.isFew ?? true,
  })
  const heads = await readHeads(
    db,
    page.rows.map(({ id }) => id),
  )
  const shown = page.rows.flatMap((row) => {
    const head = heads.get(row.id)
    return head ? [{ ...row, head }] : []
  })
  return toPage(shown, { limit, total: page.total, cursorOf, show: ({ head }) => head })
}

/** An index each: of addresses, and of names in lower case. */
function narrowByStart(db: Database, start: string) {
  const pattern = `${start.replace(/[\\%_]/g, '\\$&')}%`
  const isEmail = like(customers.email, pattern)
  const isName = sql`lower(${customers.name}) like ${pattern}`
  return narrowBy(db, customers.id, {
    ids: sql`select ${customers.id} from ${customers} where ${or(isEmail, isName)}`,
    exists: sql`(${isEmail} or ${isName})`,
  })
}

type Counts = { orders: number; returns: number; last_order_at: string | null }

// An index each, read for the customers of one page.
const countsOfCustomer = sql<Counts>`(
  select json_build_object(
    'orders', (select count(*) from orders o where o.customer_id = customers.id),
    'returns', (select count(*) from returns r where r.customer_id = customers.id),
    'last_order_at', (select max(o.created_at) from orders o where o.customer_id = customers.id)))`

async function readHeads(db: Database, ids: string[]): Promise<Map<string, CustomerHead>> {
  const rows = await db
    .select({ customer: customers, counts: countsOfCustomer })
    .from(customers)
    .where(inArray(customers.id, ids))
  const spent = Map.groupBy(await sumSpent(db, ids), ({ customerId }) => customerId)
  const bought = await countItemsOfCustomers(db, ids)
  return new Map(
    rows.map(({ customer, counts }) => {
      const { id, email, name, createdAt, emailConfirmedAt, erasedAt } = customer
      return [
        id,
        {
          id,
          email,
          name,
          created_at: toStaffTime(createdAt),
          confirmed_at: emailConfirmedAt && toStaffTime(emailConfirmedAt),
          erased_at: erasedAt && toStaffTime(erasedAt),
          orders_count: counts.orders,
          returns_count: counts.returns,
          last_order_at: counts.last_order_at === null ? null : toStaffTime(new Date(counts.last_order_at)),
          spent: (spent.get(id) ?? []).map(({ amount, currency }) => ({ amount, currency })),
          delivered_items: bought.get(id)?.delivered ?? 0,
          returned_items: bought.get(id)?.returned ?? 0,
        },
      ]
    }),
  )
}

/** Paid for, and neither cancelled nor closed; what went back of it is in the returns. */
function sumSpent(db: Database, customerIds: string[]) {
  return db
    .select({
      customerId: orders.customerId,
      amount: sql<number>`sum(${orders.totalAmount})::float8`,
      currency: orders.currency,
    })
    .from(orders)
    .where(
      and(
        inArray(orders.customerId, customerIds),
        isNotNull(orders.paidAt),
        ne(orders.statusId, orderStatus.cancelled),
      ),
    )
    .groupBy(orders.customerId, orders.currency)
    .orderBy(desc(sql`sum(${orders.totalAmount})`))
}

/** What is known about a customer, the latest of each kind. */
export async function readCustomer(shop: Shop, given: string, asker?: StaffAsker): Promise<StaffCustomer> {
  const { db } = shop
  const customer = await findCustomer(db, given)
  const { id } = customer
  const head = (await readHeads(db, [id])).get(id)
  if (!head) throw refuse('not_found')
  const book = await listAddresses(db, id, addressBookSize)
  return {
    ...head,
    addresses: book.map(({ id: _, is_default, ...address }) => address),
    orders: await listHeadsOfCustomer(shop, id, latestShown),
    returns: await listReturnsOfCustomer(db, id, latestShown),
    coupons: await readCoupons(db, id, latestShown),
    ...(await readTalks(db, id, latestShown)),
    reviews: await readReviews(db, id, latestShown),
    sessions: await readSessions(shop, id),
    possible: customer.erasedAt
      ? ['export']
      : ['end-sessions', 'give-coupon', 'export', await findEraseWay(shop, id, asker)],
  }
}

async function findEraseWay(shop: Shop, customerId: string, asker?: StaffAsker): Promise<'erase' | 'ask-erase'> {
  if (asker?.kind !== 'member' || !(await hasSecondPerson(shop.db, asker, 'customers:erase'))) return 'erase'
  const { data } = await readRequests(shop, asker, { about: `customers/${customerId}`, limit: 1 })
  return data[0]?.may_decide ? 'erase' : 'ask-erase'
}

async function readCoupons(db: Database, customerId: string, most: number): Promise<StaffCustomer['coupons']> {
  const rows = await db
    .select({ claim: couponClaims, code: coupons.code })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
    .where(eq(couponClaims.customerId, customerId))
    .orderBy(desc(couponClaims.claimedAt), desc(couponClaims.id))
    .limit(most)
  return rows.map(({ claim: { usedAt, claimedAt, expiresAt }, code }) => ({
    code,
    status: usedAt ? 'used' : 'unused',
    claimed_at: toStaffTime(claimedAt),
    expires_at: expiresAt && toStaffTime(expiresAt),
  }))
}

async function readTalks(
  db: Database,
  customerId: string,
  most: number,
): Promise<Pick<StaffCustomer, 'tickets' | 'chats'>> {
  const asked = await db
    .select({ number: tickets.ticketNo, status: tickets.status, createdAt: tickets.createdAt })
    .from(tickets)
    .where(eq(tickets.customerId, customerId))
    .orderBy(desc(tickets.createdAt))
    .limit(most)
  const talked = await db
    .select({ id: chatConversations.id, at: chatConversations.lastMessageAt })
    .from(chatConversations)
    .where(eq(chatConversations.customerId, customerId))
    .limit(most)
  return {
    tickets: asked.map(({ number, status, createdAt }) => ({ number, status, created_at: toStaffTime(createdAt) })),
    chats: talked.map(({ id, at }) => ({ id, last_message_at: toStaffTime(at) })),
  }
}

async function readReviews(db: Database, customerId: string, most: number): Promise<StaffCustomer['reviews']> {
  const rows = await db
    .select()
    .from(reviews)
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt))
    .limit(most)
  return rows.map(({ id, productId, rank, content, createdAt }) => ({
    id,
    product_id: productId,
    rank,
    content,
    created_at: toStaffTime(createdAt),
  }))
}

async function readSessions({ db, clock }: Shop, customerId: string): Promise<StaffCustomer['sessions']> {
  const rows = await db
    .select({ id: sessions.id, createdAt: sessions.createdAt, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(and(eq(sessions.customerId, customerId), isNull(sessions.revokedAt), gt(sessions.expiresAt, clock.now())))
    .orderBy(desc(sessions.createdAt))
    .limit(latestShown)
  return rows.map(({ id, createdAt, expiresAt }) => ({
    id,
    created_at: toStaffTime(createdAt),
    expires_at: toStaffTime(expiresAt),
  }))
}

/** Everything that is known about somebody, in the words of this API, for the person themselves. */
export async function exportCustomer(shop: Shop, given: string): Promise<StaffFile> {
  const { db } = shop
  const customer = await findCustomer(db, given)
  const { id } = customer
  const { orders: _, returns: __, sessions: ___, possible, ...about } = await readCustomer(shop, id)
  const bought = await listHeadsOfCustomer(shop, id, exportedMost)
  const sentBack = await listReturnsOfCustomer(db, id, exportedMost)
  const said = await db
    .select({ at: chatMessages.at, author: chatMessages.author, body: chatMessages.body })
    .from(chatMessages)
    .innerJoin(chatConversations, eq(chatConversations.id, chatMessages.conversationId))
    .where(eq(chatConversations.customerId, id))
    .orderBy(asc(chatMessages.id))
    .limit(exportedMost)
  const asked = await db
    .select({ number: tickets.ticketNo, at: tickets.createdAt, message: tickets.message, answer: ticketAnswers.body })
    .from(tickets)
    .leftJoin(ticketAnswers, eq(ticketAnswers.ticketId, tickets.id))
    .where(eq(tickets.customerId, id))
    .orderBy(asc(tickets.createdAt))
    .limit(exportedMost)
  const whole = {
    ...about,
    coupons: await readCoupons(db, id, exportedMost),
    reviews: await readReviews(db, id, exportedMost),
    orders: await inTurn(bought, async ({ number }) => {
      // What staff noted for each other is not about the shopper alone.
      const { notes: ____, possible: _____, ...order } = await readOrder(shop, number)
      return order
    }),
    returns: await inTurn(sentBack, async ({ number }) => readReturn(shop, number)),
    tickets: asked,
    chat: said,
  }
  return {
    type: 'application/json',
    fileName: `customer-${id}.json`,
    body: JSON.stringify({ data: whole }, null, 2),
  }
}

/** One after the other: an export never takes more than its one connection. */
async function inTurn<T, R>(rows: T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const all: R[] = []
  for (const row of rows) all.push(await read(row))
  return all
}
