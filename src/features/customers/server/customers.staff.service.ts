import { and, asc, desc, eq, gt, isNull, or } from 'drizzle-orm'
import { type StaffFile, toStaffTime } from '#contract/calls/staff-call.ts'
import { addressBookSize } from '#features/addresses/addresses.rules.ts'
import { listAddresses } from '#features/addresses/server/addresses.service.ts'
import { toStaffAddress } from '#features/addresses/server/localize-address.ts'
import { couponClaims, coupons } from '#features/coupons/server/coupons.tables.ts'
import { listHeadsOfCustomer } from '#features/orders/server/queries/order-heads.staff.service.ts'
import { readOrder } from '#features/orders/server/queries/read-order.staff.service.ts'
import { readReturn } from '#features/returns/server/queries/read-return.staff.service.ts'
import { listReturnsOfCustomer } from '#features/returns/server/queries/returns.staff.service.ts'
import { readShopAverages } from '#features/returns/server/totals/shop-averages.service.ts'
import { reviews } from '#features/reviews/server/reviews.tables.ts'
import { listLanguages } from '#features/settings/server/settings.service.ts'
import { unusablePassword } from '#features/sign-in/server/password.ts'
import { customers, sessions } from '#features/sign-in/server/sign-in.tables.ts'
import { hasSecondPerson, readRequests } from '#features/staff/server/work/staff-requests.service.ts'
import { chatConversations, chatMessages } from '#features/support/server/chat/chat.tables.ts'
import { ticketAnswers, tickets } from '#features/support/server/contact/contact.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import type { CustomerHead, StaffCustomer } from '../customers.staff.contract.ts'
import { readCredit } from './customer-credit.service.ts'
import { readNotes } from './customer-notes.service.ts'
import { findSubscription, readHeads } from './list-customers.staff.service.ts'

type CustomerRow = typeof customers.$inferSelect

/** 20: the entries of each kind on one screen. The lists show the rest. */
const latestShown = 20
/** 2,000: more than any customer has orders. A larger export is made by hand. */
const maxExported = 2_000

/** Finds a customer by id or email address. */
export async function findCustomer(db: Database, id: string): Promise<CustomerRow> {
  const [found] = await db
    .select()
    .from(customers)
    .where(or(eq(customers.id, id), eq(customers.email, id.toLowerCase())))
  if (!found) throw refuse('not_found', { message: 'This customer does not exist.' })
  return found
}

/** Reads the data of a customer, with the latest entries of each kind. */
export async function readCustomer(shop: Shop, given: string, actor?: StaffActor): Promise<StaffCustomer> {
  const { db } = shop
  const customer = await findCustomer(db, given)
  const { id } = customer
  const head = (await readHeads(db, [id])).get(id)
  if (!head) throw refuse('not_found')
  const book = await listAddresses(db, id, addressBookSize)
  return {
    ...head,
    language: await readLanguage(db, customer),
    subscribed_at: customer.erasedAt ? null : await findSubscription(db, customer.email),
    has_password: customer.passwordHash !== unusablePassword,
    notes: await readNotes(db, id, actor?.id),
    shop: await readShop(shop, head),
    addresses: book.map(({ id: _, is_default, formatted, ...address }) => toStaffAddress(address)),
    orders: await listHeadsOfCustomer(shop, id, latestShown),
    returns: await listReturnsOfCustomer(db, id, latestShown),
    coupons: await readCoupons(db, id, latestShown),
    credit: await readCredit(db, id, latestShown),
    ...(await readConversations(db, id, latestShown)),
    reviews: await readReviews(db, id, latestShown),
    sessions: await readSessions(shop, id),
    possible: customer.erasedAt
      ? ['export']
      : [
          'note',
          'address',
          'end-sessions',
          'give-coupon',
          'change-credit',
          'export',
          await findEraseAction(shop, id, actor),
        ],
  }
}

async function readLanguage(db: Database, { languageId }: CustomerRow): Promise<StaffCustomer['language']> {
  const known = (await listLanguages(db)).find(({ id }) => id === languageId)
  return known ? { code: known.code, name: known.english_name } : null
}

async function readShop(shop: Shop, { spent: [max] }: CustomerHead): Promise<StaffCustomer['shop']> {
  const { order, returnPercent } = await readShopAverages(shop)
  const amount = max && order.get(max.currency)
  return {
    average_order: max && amount !== undefined ? { amount, currency: max.currency } : null,
    return_percent: returnPercent,
  }
}

async function findEraseAction(shop: Shop, customerId: string, actor?: StaffActor): Promise<'erase' | 'ask-erase'> {
  if (actor?.kind !== 'member' || !(await hasSecondPerson(shop.db, actor, 'customers:erase'))) return 'erase'
  const { data } = await readRequests(shop, actor, { about: `customers/${customerId}`, limit: 1 })
  return data[0]?.may_decide ? 'erase' : 'ask-erase'
}

async function readCoupons(db: Database, customerId: string, max: number): Promise<StaffCustomer['coupons']> {
  const rows = await db
    .select({ claim: couponClaims, code: coupons.code })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
    .where(eq(couponClaims.customerId, customerId))
    .orderBy(desc(couponClaims.claimedAt), desc(couponClaims.id))
    .limit(max)
  return rows.map(({ claim: { usedAt, claimedAt, expiresAt }, code }) => ({
    code,
    status: usedAt ? 'used' : 'unused',
    claimed_at: toStaffTime(claimedAt),
    expires_at: expiresAt && toStaffTime(expiresAt),
  }))
}

async function readConversations(
  db: Database,
  customerId: string,
  max: number,
): Promise<Pick<StaffCustomer, 'tickets' | 'chats'>> {
  const ticketRows = await db
    .select({ number: tickets.ticketNo, status: tickets.status, createdAt: tickets.createdAt })
    .from(tickets)
    .where(eq(tickets.customerId, customerId))
    .orderBy(desc(tickets.createdAt))
    .limit(max)
  const chatRows = await db
    .select({ id: chatConversations.id, at: chatConversations.lastMessageAt })
    .from(chatConversations)
    .where(eq(chatConversations.customerId, customerId))
    .limit(max)
  return {
    tickets: ticketRows.map(({ number, status, createdAt }) => ({
      number,
      status,
      created_at: toStaffTime(createdAt),
    })),
    chats: chatRows.map(({ id, at }) => ({ id, last_message_at: toStaffTime(at) })),
  }
}

async function readReviews(db: Database, customerId: string, max: number): Promise<StaffCustomer['reviews']> {
  const rows = await db
    .select()
    .from(reviews)
    .where(eq(reviews.customerId, customerId))
    .orderBy(desc(reviews.createdAt))
    .limit(max)
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

/** Exports all data of a customer in the format of this API, to be handed to the customer. */
export async function exportCustomer(shop: Shop, given: string): Promise<StaffFile> {
  const { db } = shop
  const customer = await findCustomer(db, given)
  const { id } = customer
  const {
    orders: _,
    returns: __,
    sessions: ___,
    possible,
    shop: average,
    notes,
    ...about
  } = await readCustomer(shop, id)
  const bought = await listHeadsOfCustomer(shop, id, maxExported)
  const customerReturns = await listReturnsOfCustomer(db, id, maxExported)
  const said = await db
    .select({ at: chatMessages.at, author: chatMessages.author, body: chatMessages.body })
    .from(chatMessages)
    .innerJoin(chatConversations, eq(chatConversations.id, chatMessages.conversationId))
    .where(eq(chatConversations.customerId, id))
    .orderBy(asc(chatMessages.id))
    .limit(maxExported)
  const ticketRows = await db
    .select({ number: tickets.ticketNo, at: tickets.createdAt, message: tickets.message, answer: ticketAnswers.body })
    .from(tickets)
    .leftJoin(ticketAnswers, eq(ticketAnswers.ticketId, tickets.id))
    .where(eq(tickets.customerId, id))
    .orderBy(asc(tickets.createdAt))
    .limit(maxExported)
  const whole = {
    ...about,
    // Customers may read the notes about them, but not the names of the authors.
    notes: notes.map(({ at, body }) => ({ at, body })),
    coupons: await readCoupons(db, id, maxExported),
    credit: await readCredit(db, id, maxExported),
    reviews: await readReviews(db, id, maxExported),
    orders: await mapSequentially(bought, async ({ number }) => {
      // Staff notes on an order may contain more than data about the customer, so these notes are left out.
      const { notes: ____, possible: _____, ...order } = await readOrder(shop, number)
      return order
    }),
    returns: await mapSequentially(customerReturns, async ({ number }) => {
      const { notes: ____, ...sent } = await readReturn(shop, number)
      return sent
    }),
    tickets: ticketRows,
    chat: said,
  }
  return {
    type: 'application/json',
    fileName: `customer-${id}.json`,
    body: JSON.stringify({ data: whole }, null, 2),
  }
}

/** Reads one row after another, so that an export uses only one connection. */
async function mapSequentially<T, R>(rows: T[], read: (row: T) => Promise<R>): Promise<R[]> {
  const all: R[] = []
  for (const row of rows) all.push(await read(row))
  return all
}
