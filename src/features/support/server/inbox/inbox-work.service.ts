import { and, eq, isNull } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { minuteMs } from '#contract/times/times.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { Database } from '#server/database/database.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { setChatStaffedUntil } from '../chat/chat.service.ts'
import { chatConversations } from '../chat/chat.tables.ts'
import { tickets } from '../contact/contact.tables.ts'
import { inboxNotes } from './inbox.tables.ts'

/** 200: above the number of notes that a person reads. */
const maxNotes = 200

export type Subject = { ticketNo: string } | { chatId: string }

/** Adds a note for colleagues. */
export async function noteSubject(shop: Shop, subject: Subject, staffName: string, body: string): Promise<void> {
  const { db, clock } = shop
  const about =
    'ticketNo' in subject ? { ticketId: await findTicketId(db, subject.ticketNo) } : { conversationId: subject.chatId }
  const column: PgColumn = 'ticketNo' in subject ? inboxNotes.ticketId : inboxNotes.conversationId
  const value = 'ticketId' in about ? about.ticketId : about.conversationId
  const written = await db.$count(inboxNotes, eq(column, value ?? ''))
  if (written >= maxNotes) throw refuse('too_many', { message: `A conversation can have at most ${maxNotes} notes.` })
  await db.insert(inboxNotes).values({ ...about, staffName, body, at: clock.now() })
}

async function findTicketId(db: Database, ticketNo: string): Promise<string> {
  const [found] = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(eq(tickets.ticketNo, ticketNo.trim().toUpperCase()))
  if (!found) throw refuse('not_found')
  return found.id
}

/** Assigns a ticket or chat. Only active staff members can be assigned. */
export async function assignSubject({ db }: Shop, subject: Subject, assigneeId: string | null): Promise<void> {
  if (assigneeId !== null) {
    const [member] = await db
      .select({ id: staffMembers.id })
      .from(staffMembers)
      .where(and(eq(staffMembers.id, assigneeId), isNull(staffMembers.disabledAt)))
    if (!member) throw refuseFields({ assignee: ['There is no staff member with this id.'] })
  }
  if ('ticketNo' in subject) {
    await db.update(tickets).set({ assigneeId }).where(eq(tickets.ticketNo, subject.ticketNo.trim().toUpperCase()))
  } else await db.update(chatConversations).set({ assigneeId }).where(eq(chatConversations.id, subject.chatId))
}

export function attendChatFor({ db, clock }: Shop, minutes: number): Promise<void> {
  return setChatStaffedUntil(db, new Date(clock.now().getTime() + minutes * minuteMs))
}
