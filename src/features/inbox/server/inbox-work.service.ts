import { and, asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { StaffPage, StaffParsed } from '#contract/staff-call.ts'
import { minuteMs } from '#contract/times.ts'
import { attendDesk } from '#features/chat/server/chat.service.ts'
import { chatConversations } from '#features/chat/server/chat.tables.ts'
import { tickets } from '#features/contact/server/contact.tables.ts'
import { staffMembers, staffRoles } from '#features/staff/server/staff.tables.ts'
import { readCursor, toPage } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import { refuse, refuseFields } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { addTemplate, editTemplate, listTemplates, Template } from '../inbox.staff.contract.ts'
import { answerTemplates, inboxNotes } from './inbox.tables.ts'

/** Notes of one ticket or chat; more than anybody reads. */
const mostNotes = 200
const mostTemplates = 1000

export type Subject = { ticketNo: string } | { chatId: string }

/** Notes something for colleagues. */
export async function noteSubject(shop: Shop, subject: Subject, staffName: string, body: string): Promise<void> {
  const { db, clock } = shop
  const about =
    'ticketNo' in subject ? { ticketId: await findTicketId(db, subject.ticketNo) } : { conversationId: subject.chatId }
  const column: PgColumn = 'ticketNo' in subject ? inboxNotes.ticketId : inboxNotes.conversationId
  const value = 'ticketId' in about ? about.ticketId : about.conversationId
  const written = await db.$count(inboxNotes, eq(column, value ?? ''))
  if (written >= mostNotes) throw refuse('too_many', { message: `There are ${mostNotes} notes on this already.` })
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

/** Only to people who still work here. */
export async function assignSubject({ db }: Shop, subject: Subject, assigneeId: string | null): Promise<void> {
  if (assigneeId !== null) {
    const [member] = await db
      .select({ id: staffMembers.id })
      .from(staffMembers)
      .where(and(eq(staffMembers.id, assigneeId), isNull(staffMembers.disabledAt)))
    if (!member) throw refuseFields({ assignee: ['Nobody who works here has this id.'] })
  }
  if ('ticketNo' in subject) {
    await db.update(tickets).set({ assigneeId }).where(eq(tickets.ticketNo, subject.ticketNo.trim().toUpperCase()))
  } else await db.update(chatConversations).set({ assigneeId }).where(eq(chatConversations.id, subject.chatId))
}

/** People of a shop who answer; more of them than a menu can show are found nowhere. */
const mostPeople = 200

/** Whoever works here and has a role that answers. */
export async function listPeople({ db }: Shop): Promise<{ id: string; name: string }[]> {
  return db
    .select({ id: staffMembers.id, name: staffMembers.name })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(and(isNull(staffMembers.disabledAt), or(staffRoles.isOwner, sql`'inbox:write' = any(${staffRoles.scopes})`)))
    .orderBy(asc(staffMembers.name), asc(staffMembers.id))
    .limit(mostPeople)
}

export function attendChatFor({ db, clock }: Shop, minutes: number): Promise<void> {
  return attendDesk(db, new Date(clock.now().getTime() + minutes * minuteMs))
}

export async function readTemplates(
  { db }: Shop,
  { limit, after, area, language }: StaffParsed<typeof listTemplates>,
): Promise<StaffPage<Template>> {
  const cursor = readCursor(after, 1)
  const wanted = and(
    area ? eq(answerTemplates.area, area) : undefined,
    language ? eq(answerTemplates.language, language) : undefined,
  )
  const rows = await db
    .select()
    .from(answerTemplates)
    .where(and(wanted, cursor ? gt(answerTemplates.id, String(cursor[0])) : undefined))
    .orderBy(asc(answerTemplates.id))
    .limit(limit + 1)
  const total = await db.$count(answerTemplates, wanted)
  return toPage(rows, { limit, total, cursorOf: ({ id }) => [id], show: (row) => row })
}

export async function findTemplate({ db }: Shop, id: string): Promise<Template> {
  const [found] = await db.select().from(answerTemplates).where(eq(answerTemplates.id, id))
  if (!found) throw refuse('not_found')
  return found
}

export async function keepTemplate({ db }: Shop, fields: StaffParsed<typeof addTemplate>): Promise<Template> {
  if ((await db.$count(answerTemplates)) >= mostTemplates) {
    throw refuse('too_many', { message: `There are ${mostTemplates} templates already.` })
  }
  const [made] = await db
    .insert(answerTemplates)
    .values({ id: newId(), ...fields })
    .onConflictDoNothing()
    .returning()
  if (!made) throw refuse('exists_already', { message: 'There is a template of this name in this language.' })
  return made
}

export async function changeTemplate(
  shop: Shop,
  { id, ...fields }: StaffParsed<typeof editTemplate>,
): Promise<Template> {
  const wanted = { ...(await findTemplate(shop, id)), ...fields }
  const { area, name, language } = wanted
  const isTaken = sql`${answerTemplates.area} = ${area} and ${answerTemplates.name} = ${name}
    and ${answerTemplates.language} = ${language} and ${answerTemplates.id} <> ${id}`
  if ((await shop.db.$count(answerTemplates, isTaken)) > 0) {
    throw refuse('exists_already', { message: 'There is a template of this name in this language.' })
  }
  await shop.db.update(answerTemplates).set(wanted).where(eq(answerTemplates.id, id))
  return wanted
}

export async function dropTemplate({ db }: Shop, id: string): Promise<void> {
  await db.delete(answerTemplates).where(eq(answerTemplates.id, id))
}
