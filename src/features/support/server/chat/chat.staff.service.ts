import { asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import {
  example,
  formatPictureNote,
  type MailTemplate,
  type MailText,
} from '#features/settings/server/mail-template.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readCustomerMailWords } from '#features/sign-in/server/customer-mail-words.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { findChatMessageProblem, staffedMinutes } from '#features/support/chat.rules.ts'
import { chatLink } from '#links/account.links.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import { publish } from '#server/live/live.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { setChatStaffedUntil } from './chat.service.ts'
import { chatConversations, chatMessages } from './chat.tables.ts'
import { attachMessageImages } from './chat-images.service.ts'

export type WaitingChat = { conversationId: string; who: string; waitingSince: Date; lastMessage: string }

/** Lists conversations in which the shopper wrote the last message, longest wait first. */
export async function listWaitingChats({ db }: Shop, limit = 50): Promise<WaitingChat[]> {
  const lastMessage = sql<string>`(select ${chatMessages.body} from ${chatMessages}
    where ${chatMessages.conversationId} = ${chatConversations.id} and ${chatMessages.author} = 'shopper'
    order by ${chatMessages.id} desc limit 1)`
  const rows = await db
    .select({
      conversationId: chatConversations.id,
      email: customers.email,
      waitingSince: chatConversations.waitingSince,
      lastMessage,
    })
    .from(chatConversations)
    .leftJoin(customers, eq(customers.id, chatConversations.customerId))
    .where(isNotNull(chatConversations.waitingSince))
    .orderBy(asc(chatConversations.waitingSince))
    .limit(limit)
  return rows.flatMap(({ email, waitingSince, ...row }) =>
    waitingSince ? [{ ...row, who: email ?? 'a guest', waitingSince }] : [],
  )
}

export type ChatLine = { author: 'shopper' | 'staff' | 'system'; name: string; body: string; at: Date }

const linesShown = 20

/** Returns the latest messages of a conversation, the oldest first. */
export async function readChatLines({ db }: Shop, conversationId: string): Promise<ChatLine[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, conversationId))
    .orderBy(desc(chatMessages.id))
    .limit(linesShown)
  return rows.reverse().map(({ author, staffName, body, at }) => ({ author, name: staffName ?? author, body, at }))
}

type Answer = { conversationId: string; body: string; staffName: string; clientKey?: string; imageIds?: string[] }

/** Answers a chat and notifies the shopper's page immediately. A shopper who has waited too long also gets a mail. */
export async function answerChat(shop: Shop, answer: Answer): Promise<{ messageId: number }> {
  const { conversationId, staffName, clientKey = `staff-${newId()}`, imageIds = [] } = answer
  const body = answer.body.trim()
  const problem = findChatMessageProblem(body)
  if (problem) throw refuse('invalid_input', { message: problem })
  return shop.db.transaction(async (tx) => {
    const now = shop.clock.now()
    const [conversation] = await tx
      .select()
      .from(chatConversations)
      .where(eq(chatConversations.id, conversationId))
      .for('update')
    if (!conversation) throw refuse('not_found')
    const { customerId, waitingSince } = conversation
    const [made] = await tx
      .insert(chatMessages)
      .values({ conversationId, customerId, author: 'staff', staffName, body, clientKey, at: now })
      .onConflictDoNothing()
      .returning({ id: chatMessages.id })
    if (!made) return { messageId: await findByKey(tx, conversationId, clientKey) }
    await attachMessageImages(tx, { messageId: made.id, customerId, imageIds, now })
    await tx
      .update(chatConversations)
      .set({ lastMessageAt: now, waitingSince: null, staffReadId: made.id })
      .where(eq(chatConversations.id, conversationId))
    await setChatStaffedUntil(tx, new Date(now.getTime() + staffedMinutes * minuteMs))
    await publish(tx, `chat:${conversationId}`, { last_id: made.id })
    const hasLeft = waitingSince !== null && now.getTime() - waitingSince.getTime() > staffedMinutes * minuteMs
    if (customerId && hasLeft) {
      const hasPictures = imageIds.length > 0
      await queueChatAnswerMail(shop, tx, customerId, { id: made.id, body, staffName, hasPictures })
    }
    return { messageId: made.id }
  })
}

async function findByKey(tx: Database, conversationId: string, clientKey: string): Promise<number> {
  const [row] = await tx
    .select({ id: chatMessages.id })
    .from(chatMessages)
    .where(sql`${chatMessages.conversationId} = ${conversationId} and ${chatMessages.clientKey} = ${clientKey}`)
  if (!row) throw refuse('not_found')
  return row.id
}

type ChatAnswerMail = { body: string; staffName: string; hasPictures: boolean }

function formatChatAnswerMail(
  t: MailWords['t'],
  { body, staffName, hasPictures }: ChatAnswerMail,
  publicUrl: string,
): MailText {
  return {
    subject: t('An answer in your chat'),
    paragraphs: [...body.split(/\n{2,}/), ...formatPictureNote(t, hasPictures), staffName],
    button: { label: t('Continue the chat'), href: `${publicUrl}${chatLink}` },
  }
}

export const chatMails: MailTemplate[] = [
  {
    kind: 'chat_answered',
    name: 'An answer in your chat',
    when: 'Support answers a chat that the shopper has left.',
    write: ({ t }, { publicUrl }) =>
      formatChatAnswerMail(t, { body: example.answer, staffName: example.staffName, hasPictures: false }, publicUrl),
  },
]

async function queueChatAnswerMail(
  shop: Shop,
  tx: Database,
  customerId: string,
  answer: ChatAnswerMail & { id: number },
): Promise<void> {
  const [customer] = await tx.select({ email: customers.email }).from(customers).where(eq(customers.id, customerId))
  if (!customer) return
  const { t, ...how } = await readCustomerMailWords(tx, customerId)
  const mail = { ...how, ...formatChatAnswerMail(t, answer, shop.publicUrl), to: customer.email }
  await queueMail(tx, shop.clock, {
    ...writeMail(mail),
    kind: 'chat_answered',
    customerId,
    dedupeKey: `chat_answered:${answer.id}`,
  })
}
