import { asc, desc, eq } from 'drizzle-orm'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { ticketAnswers, tickets } from './contact.tables.ts'
import { readProblemNames } from './problem-types.ts'
import { tellAnswered } from './ticket-letters.ts'

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

/** What staff have not answered yet, the most urgent first. */
export async function listWaitingTickets({ db }: Shop, limit = 50): Promise<WaitingTicket[]> {
  const [rows, nameProblem] = await Promise.all([
    db.select().from(tickets).where(eq(tickets.status, 'open')).orderBy(asc(tickets.replyDueAt)).limit(limit),
    readProblemNames(db),
  ])
  return rows.map((row) => ({
    ticketNo: row.ticketNo,
    email: row.email,
    customerName: row.customerName,
    question: nameProblem(row.problemTypeId).join(' / '),
    orderNo: row.orderNo,
    message: row.message,
    createdAt: row.createdAt,
    replyDueAt: row.replyDueAt,
  }))
}

/** Answers a ticket and writes to whoever sent it. The same answer again is the first one. */
export async function answerTicket(
  shop: Shop,
  { ticketNo, body, staffName }: { ticketNo: string; body: string; staffName: string },
): Promise<{ answerId: number; status: 'answered' }> {
  const text = body.trim()
  if (text === '') throw refuse('invalid_input', { message: 'An answer needs words' })
  return shop.db.transaction(async (tx) => {
    const ticket = await lockTicket(tx, ticketNo)
    if (ticket.status === 'closed') throw refuse('ticket_closed')
    const [last] = await tx
      .select()
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, ticket.id))
      .orderBy(desc(ticketAnswers.id))
      .limit(1)
    if (last && last.body === text) return { answerId: last.id, status: 'answered' }
    const [answer] = await tx
      .insert(ticketAnswers)
      .values({ ticketId: ticket.id, customerId: ticket.customerId, staffName, body: text, at: shop.clock.now() })
      .returning()
    if (!answer) throw new Error('the answer was not kept')
    await tx.update(tickets).set({ status: 'answered' }).where(eq(tickets.id, ticket.id))
    await tellAnswered(shop, tx, ticket, answer)
    return { answerId: answer.id, status: 'answered' }
  })
}

/** Ends a ticket: nothing more is said on it. Twice is the same as once. */
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
