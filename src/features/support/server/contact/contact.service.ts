import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, gt, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import { toPagination } from '#contract/calls/fields.ts'
import { toWirePrice } from '#contract/money/money.ts'
import { minuteMs, toWireTime } from '#contract/times/times.ts'
import type { GuestScope } from '#features/coupons/server/claims.service.ts'
import { toStoredImage } from '#features/images/server/images.service.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type {
  ContactOrder,
  sendTicket as sendTicketCall,
  Ticket,
  TicketItem,
} from '#features/support/contact.contract.ts'
import {
  findContactOrderNoProblem,
  findProblemPath,
  needsOrderNo,
  questionMissing,
  ticketRepeatMinutes,
  ticketReplyHours,
} from '#features/support/contact.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newTicketNo } from '#server/database/ids.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { answerImageIds } from './answer-images.service.ts'
import { ticketAnswers, tickets } from './contact.tables.ts'
import { listProblems, readProblemNames } from './problem-types.ts'
import { queueReceivedMail } from './ticket-mails.service.ts'

const ordersShown = 20

/** Finds the shopper's own orders, to choose one in a ticket. */
export async function findContactOrders(
  db: Database,
  actor: Visitor,
  { keyword, language }: { keyword: string; language: string },
): Promise<ContactOrder[]> {
  if (actor.customerId === null) return []
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const bought = db
    .select({ one: sql`1` })
    .from(orderLines)
    .where(and(eq(orderLines.orderId, orders.id), ilike(orderLines.name, pattern)))
  const rows = await db
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      createdAt: orders.createdAt,
      totalAmount: orders.totalAmount,
      quantity: sql<number>`(select count(*)::int from ${orderLines} where ${eq(orderLines.orderId, orders.id)})`,
      style: currencyStyle,
    })
    .from(orders)
    .innerJoin(currencies, eq(currencies.code, orders.currency))
    .where(
      and(
        eq(orders.customerId, actor.customerId),
        keyword === '' ? undefined : or(ilike(orders.orderNo, pattern), sql`exists ${bought}`),
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(ordersShown)
  return rows.map(({ id, orderNo, createdAt, totalAmount, quantity, style }) => ({
    id,
    order_no: orderNo,
    item_quantity: quantity,
    total: toWirePrice(totalAmount, { ...style, language }),
    order_time: toWireTime(createdAt),
  }))
}

type NewTicket = Parsed<typeof sendTicketCall>

export async function sendTicket(
  shop: Shop,
  actor: Visitor,
  sent: NewTicket,
  languageId: number | null = null,
): Promise<{ id: string; ticket_no: string }> {
  const { db, clock } = shop
  const path = findProblemPath(await listProblems(db), sent.problem_type)
  const chosen = path.at(-1)
  // A type with children cannot be chosen itself.
  if (!chosen || chosen.children.length > 0) throw refuseFields({ problem_type: [questionMissing] })
  const orderNo = normalizeOrderNo(sent.order_no ?? '')
  const orderNoProblem = findContactOrderNoProblem(orderNo, needsOrderNo(path[0]?.id))
  if (orderNoProblem) throw refuseFields({ order_no: [orderNoProblem] })

  const now = clock.now()
  const minutes = (amount: number) => new Date(now.getTime() + amount * minuteMs)
  const ticket = {
    id: newId(),
    ticketNo: newTicketNo(),
    customerId: actor.customerId,
    email: sent.email,
    customerName: sent.customer_name,
    message: sent.message,
    orderNo: orderNo || null,
    problemTypeId: chosen.id,
    languageId,
    clientOs: sent.client_os,
    contentHash: hashContent([actor.customerId, sent.email, sent.customer_name, sent.message, orderNo, chosen.id]),
    createdAt: now,
    dedupeUntil: minutes(ticketRepeatMinutes),
    replyDueAt: minutes(ticketReplyHours * 60),
  }
  return db.transaction(async (tx) => {
    const [made] = await tx
      .insert(tickets)
      .values(ticket)
      .onConflictDoNothing()
      .returning({ id: tickets.id, ticket_no: tickets.ticketNo })
    if (!made) return findRepeated(tx, ticket.contentHash, now)
    await queueReceivedMail(
      shop,
      tx,
      ticket,
      path.map((one) => one.name),
    )
    return made
  })
}

function hashContent(parts: unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function findRepeated(tx: Database, contentHash: string, now: Date): Promise<{ id: string; ticket_no: string }> {
  const [first] = await tx
    .select({ id: tickets.id, ticket_no: tickets.ticketNo })
    .from(tickets)
    .where(and(eq(tickets.contentHash, contentHash), gt(tickets.dedupeUntil, now)))
  if (!first) throw refuse('still_working', { retryAfter: 1 })
  return first
}

const ticketColumns = {
  id: tickets.id,
  ticketNo: tickets.ticketNo,
  problemTypeId: tickets.problemTypeId,
  message: tickets.message,
  orderNo: tickets.orderNo,
  status: tickets.status,
  createdAt: tickets.createdAt,
}

type TicketRow = { [K in keyof typeof ticketColumns]: (typeof tickets.$inferSelect)[K] }

function toWireTicket(row: TicketRow, nameProblem: (id: number) => string[]): Omit<TicketItem, 'answers'> {
  return {
    id: row.id,
    ticket_no: row.ticketNo,
    problem_types: nameProblem(row.problemTypeId),
    message: row.message,
    order_no: row.orderNo,
    status: row.status,
    created_at: toWireTime(row.createdAt),
  }
}

function ownTickets(customerId: string): SQL {
  return eq(tickets.customerId, customerId)
}

/** Returns the condition on `tickets` for guest tickets of an email address, optionally after a moment. */
export function isGuestTicket({ email, since }: GuestScope): SQL | undefined {
  return and(eq(tickets.email, email), isNull(tickets.customerId), since ? gt(tickets.createdAt, since) : undefined)
}

/** Moves guest tickets to the account of their email address, the newest first. */
export async function joinGuestTickets(
  tx: Database,
  { customerId, limit, ...which }: { customerId: string; email: string; since: Date | null; limit: number },
): Promise<number> {
  const newest = tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(isGuestTicket(which))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(limit)
  const joined = await tx
    .update(tickets)
    .set({ customerId })
    .where(and(inArray(tickets.id, newest), isNull(tickets.customerId)))
    .returning({ id: tickets.id })
  const ids = joined.map(({ id }) => id)
  if (ids.length > 0) await tx.update(ticketAnswers).set({ customerId }).where(inArray(ticketAnswers.ticketId, ids))
  return ids.length
}

export async function listTickets(
  { db }: Shop,
  customerId: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ data: TicketItem[]; meta: { pagination: ReturnType<typeof toPagination> } }> {
  const mine = ownTickets(customerId)
  const [rows, [all], nameProblem] = await Promise.all([
    db
      .select({
        ...ticketColumns,
        answers: sql<number>`(select count(*)::int from ${ticketAnswers} where ${eq(ticketAnswers.ticketId, tickets.id)})`,
      })
      .from(tickets)
      .where(mine)
      .orderBy(desc(tickets.createdAt), desc(tickets.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(tickets).where(mine),
    readProblemNames(db),
  ])
  return {
    data: rows.map((row) => ({ ...toWireTicket(row, nameProblem), answers: row.answers })),
    meta: { pagination: toPagination(page, limit, all?.total ?? 0) },
  }
}

export async function getTicket({ db }: Shop, customerId: string, id: string): Promise<Ticket> {
  const [ticket] = await db
    .select({ ...ticketColumns, email: tickets.email, customerName: tickets.customerName })
    .from(tickets)
    .where(and(eq(tickets.id, id), ownTickets(customerId)))
  if (!ticket) throw refuse('not_found')
  const [answers, nameProblem] = await Promise.all([
    db
      .select({ answer: ticketAnswers, imageIds: answerImageIds })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, id))
      .orderBy(asc(ticketAnswers.id)),
    readProblemNames(db),
  ])
  return {
    ...toWireTicket(ticket, nameProblem),
    email: ticket.email,
    customer_name: ticket.customerName,
    answers: answers.map(({ answer: one, imageIds }) => ({
      id: one.id,
      body: one.body,
      staff_name: one.staffName,
      created_at: toWireTime(one.at),
      images: imageIds.map(toStoredImage),
    })),
  }
}
