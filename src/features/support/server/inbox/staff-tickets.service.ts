import { asc, eq, sql } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { StaffTicket } from '#features/support/inbox.staff.contract.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { answerImageIds } from '../contact/answer-images.service.ts'
import { ticketAnswers, tickets } from '../contact/contact.tables.ts'
import { readProblemNames } from '../contact/problem-types.ts'
import { toPicture } from './answer-pictures.service.ts'
import { inboxNotes } from './inbox.tables.ts'

export async function readStaffTicket({ db }: Shop, number: string): Promise<StaffTicket> {
  const [row] = await db
    .select({ ticket: tickets, language: languages.code, assignee: { id: staffMembers.id, name: staffMembers.name } })
    .from(tickets)
    .leftJoin(languages, eq(languages.id, tickets.languageId))
    .leftJoin(staffMembers, eq(staffMembers.id, tickets.assigneeId))
    .where(eq(tickets.ticketNo, number.trim().toUpperCase()))
  if (!row) throw refuse('not_found', { message: `There is no ticket ${number}.` })
  const { ticket } = row
  const [answers, notes, nameProblem] = await Promise.all([
    db
      .select({ answer: ticketAnswers, imageIds: answerImageIds })
      .from(ticketAnswers)
      .where(eq(ticketAnswers.ticketId, ticket.id))
      .orderBy(asc(ticketAnswers.id)),
    db.select().from(inboxNotes).where(eq(inboxNotes.ticketId, ticket.id)).orderBy(asc(inboxNotes.id)),
    readProblemNames(db),
  ])
  const toThreadEntry = ({ staffName, body, at }: { staffName: string; body: string; at: Date }) => ({
    by: staffName,
    body,
    at: toStaffTime(at),
  })
  return {
    number: ticket.ticketNo,
    state: ticket.status,
    name: ticket.customerName,
    email: ticket.email,
    customer_id: ticket.customerId,
    language: row.language,
    question: nameProblem(ticket.problemTypeId),
    order_number: ticket.orderNo,
    message: ticket.message,
    created_at: toStaffTime(ticket.createdAt),
    due_at: toStaffTime(ticket.replyDueAt),
    assignee: row.assignee?.id ? row.assignee : null,
    answers: answers.map(({ answer, imageIds }) => ({
      ...toThreadEntry(answer),
      pictures: imageIds.map(toPicture({ ticketNo: ticket.ticketNo })),
    })),
    notes: notes.map(toThreadEntry),
    possible:
      ticket.status === 'closed'
        ? ['note', 'assign', 'reopen']
        : ['answer', ...(ticket.customerId ? (['pictures'] as const) : []), 'note', 'assign', 'close'],
  }
}

/** Opens a ticket again. A ticket without an answer becomes waiting. A second call changes nothing. */
export async function reopenTicket({ db }: Shop, number: string): Promise<void> {
  const hasAnswer = sql`exists (select 1 from ${ticketAnswers} where ${ticketAnswers.ticketId} = ${tickets.id})`
  await db
    .update(tickets)
    .set({
      status: sql`case when ${tickets.status} <> 'closed' then ${tickets.status} when ${hasAnswer} then 'answered' else 'open' end`,
    })
    .where(eq(tickets.ticketNo, number.trim().toUpperCase()))
}
