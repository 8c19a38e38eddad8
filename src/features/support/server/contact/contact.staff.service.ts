import { and, asc, desc, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { answerImageIds, attachAnswerImages } from './answer-images.service.ts'
import { ticketAnswers, tickets } from './contact.tables.ts'
import { readProblemNames } from './problem-types.ts'
import { queueAnsweredMail } from './ticket-mails.service.ts'

export type WaitingTicket = {
  ticketNo: string
  email: string
  customerName: string
  question: string
  orderNo: string | null
  message: string
  createdAt: Date
  replyDueAt: Date
}

/** Lists unanswered tickets, the most urgent first. */
export async function listWaitingTickets({ db }: Shop, limit = 50): Promise<WaitingTicket[]> {
  const [rows, nameProblem] = await Promise.all([
    db.select().from(tickets).where(eq(tickets.status, 'open')).orderBy(asc(tickets.replyDueAt)).limit(limit),
    readProblemNames(db),
  ])
  return rows.map((row) => toWaiting(row, nameProblem))
}

function toWaiting(
  row: typeof tickets.$inferSelect,
  nameProblem: Awaited<ReturnType<typeof readProblemNames>>,
): WaitingTicket {
  const { ticketNo, email, customerName, orderNo, message, createdAt, replyDueAt } = row
  const question = nameProblem(row.problemTypeId).join(' / ')
  return { ticketNo, email, customerName, question, orderNo, message, createdAt, replyDueAt }
}

export type ShownTicket = WaitingTicket & {
  status: (typeof tickets.$inferSelect)['status']
  answers: { at: Date; staffName: string; body: string }[]
}

/** Returns one ticket of any status with its answers. */
export async function readTicket({ db }: Shop, ticketNo: string): Promise<ShownTicket> {
  const [row] = await db.select().from(tickets).where(eq(tickets.ticketNo, ticketNo))
  if (!row) throw refuse('not_found', { message: `There is no ticket ${ticketNo}.` })
  const answers = await db
    .select({ at: ticketAnswers.at, staffName: ticketAnswers.staffName, body: ticketAnswers.body })
    .from(ticketAnswers)
    .where(eq(ticketAnswers.ticketId, row.id))
    .orderBy(asc(ticketAnswers.id))
  return { ...toWaiting(row, await readProblemNames(db)), status: row.status, answers }
}

type Answer = { ticketNo: string; body: string; staffName: string; isLast?: boolean; imageIds?: string[] }

/**
 * Answers a ticket and mails its sender. The last answer closes the ticket. A repeated answer returns the stored
 * answer.
 */
export async function answerTicket(
  shop: Shop,
  { ticketNo, body, staffName, isLast = false, imageIds = [] }: Answer,
): Promise<{ answerId: number; status: 'answered' | 'closed'; isNew: boolean }> {
  const status = isLast ? 'closed' : 'answered'
  const text = body.trim()
  if (text === '') throw refuse('invalid_input', { message: 'Enter a text' })
  const now = shop.clock.now()
  return shop.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketNo)
    const [last] = await tx
      .select({ id: ticketAnswers.id, body: ticketAnswers.body, imageIds: answerImageIds })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, ticket.id))
      .orderBy(desc(ticketAnswers.id))
      .limit(1)
    const isRepeated = last?.body === text && last.imageIds.join() === imageIds.join()
    if (ticket.status === 'closed' && !(isRepeated && isLast)) throw refuse('ticket_closed')
    if (ticket.status !== status) await tx.update(tickets).set({ status }).where(eq(tickets.id, ticket.id))
    if (isRepeated) return { answerId: last.id, status, isNew: false }
    const [answer] = await tx
      .insert(ticketAnswers)
      .values({ ticketId: ticket.id, customerId: ticket.customerId, staffName, body: text, at: now })
      .returning()
    if (!answer) throw new Error('The answer was not written')
    await attachAnswerImages(tx, { answerId: answer.id, customerId: ticket.customerId, imageIds, now })
    await queueAnsweredMail(shop, tx, ticket, { ...answer, hasPictures: imageIds.length > 0 })
    return { answerId: answer.id, status, isNew: true }
  })
}

/** Closes a ticket, which accepts no more answers. A second call changes nothing. */
export async function closeTicket({ db }: Shop, ticketNo: string): Promise<void> {
  await db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketNo)
    await tx.update(tickets).set({ status: 'closed' }).where(eq(tickets.id, ticket.id))
  })
}

async function lockTicket(tx: Shop['db'], ticketNo: string) {
  const [ticket] = await tx
    .select()
    .from(tickets)
    .where(eq(tickets.ticketNo, ticketNo.trim().toUpperCase()))
    .for('update')
  if (!ticket) throw refuse('not_found')
  return ticket
}

/**
 * Erases the tickets and answers of a customer. Includes tickets that were sent without an account from the customer's
 * address. Returns the numbers of the tickets.
 */
export async function eraseTickets(
  tx: Database,
  { customerId, email }: { customerId: string; email: string },
): Promise<string[]> {
  const isTheirs = or(eq(tickets.customerId, customerId), and(isNull(tickets.customerId), eq(tickets.email, email)))
  const theirs = tx.select({ id: tickets.id }).from(tickets).where(isTheirs)
  await tx.delete(ticketAnswers).where(inArray(ticketAnswers.ticketId, theirs))
  const gone = await tx.delete(tickets).where(isTheirs).returning({ number: tickets.ticketNo })
  return gone.map(({ number }) => number)
}
