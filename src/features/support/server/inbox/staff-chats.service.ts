import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import type { StaffChat } from '#features/support/inbox.staff.contract.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { chatConversations, chatMessages } from '../chat/chat.tables.ts'
import { messageImageIds } from '../chat/chat-images.service.ts'
import { toPicture } from './answer-pictures.service.ts'
import { inboxNotes } from './inbox.tables.ts'

const messagesShown = 100

export async function readStaffChat({ db }: Shop, id: string): Promise<StaffChat> {
  const [row] = await db
    .select({
      chat: chatConversations,
      customer: { id: customers.id, name: customers.name, email: customers.email },
      language: languages.code,
      assignee: { id: staffMembers.id, name: staffMembers.name },
    })
    .from(chatConversations)
    .leftJoin(customers, eq(customers.id, chatConversations.customerId))
    .leftJoin(languages, eq(languages.id, customers.languageId))
    .leftJoin(staffMembers, eq(staffMembers.id, chatConversations.assigneeId))
    .where(eq(chatConversations.id, id))
  if (!row) throw refuse('not_found', { message: 'This chat does not exist.' })
  const [said, notes] = await Promise.all([
    db
      .select({ one: chatMessages, imageIds: messageImageIds })
      .from(chatMessages)
      .where(eq(chatMessages.conversationId, id))
      .orderBy(desc(chatMessages.id))
      .limit(messagesShown),
    db.select().from(inboxNotes).where(eq(inboxNotes.conversationId, id)).orderBy(asc(inboxNotes.id)),
  ])
  const { waitingSince, closedAt } = row.chat
  const state = waitingSince ? 'open' : closedAt ? 'closed' : 'answered'
  return {
    id,
    state,
    customer: row.customer?.id ? row.customer : null,
    language: row.language,
    waiting_since: waitingSince && toStaffTime(waitingSince),
    assignee: row.assignee?.id ? row.assignee : null,
    messages: said.reverse().map(({ one, imageIds }) => ({
      id: one.id,
      author: one.author,
      name: one.staffName,
      body: one.body,
      at: toStaffTime(one.at),
      is_seen: one.author !== 'shopper' && one.id <= row.chat.shopperReadId,
      pictures: imageIds.map(toPicture({ chatId: id })),
    })),
    notes: notes.map(({ staffName, body, at }) => ({ by: staffName, body, at: toStaffTime(at) })),
    possible: [
      'answer',
      ...(row.customer?.id ? (['pictures'] as const) : []),
      'note',
      'assign',
      state === 'closed' ? 'reopen' : 'close',
    ],
  }
}

/** Closes a chat until the shopper's next message. A second call changes nothing. */
export async function closeChat({ db, clock }: Shop, id: string): Promise<void> {
  await db
    .update(chatConversations)
    .set({ closedAt: clock.now(), waitingSince: null })
    .where(eq(chatConversations.id, id))
}

/** Opens a chat again. The wait starts at the shopper's first unanswered message. A second call changes nothing. */
export async function reopenChat({ db }: Shop, id: string): Promise<void> {
  const answered = sql`coalesce((select max(a.id) from ${chatMessages} a
    where a.conversation_id = ${id} and a.author = 'staff'), 0)`
  const since = sql`(select min(m.at) from ${chatMessages} m
    where m.conversation_id = ${id} and m.author = 'shopper' and m.id > ${answered})`
  await db
    .update(chatConversations)
    .set({ closedAt: null, waitingSince: since })
    .where(and(eq(chatConversations.id, id), isNotNull(chatConversations.closedAt)))
}
