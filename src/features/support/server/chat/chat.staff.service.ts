import { asc, desc, eq, isNotNull, sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { example, type Letter, type LetterWords, sayPictures } from '#features/settings/server/letter.ts'
import type { MailWords } from '#features/settings/server/mail-words.service.ts'
import { readCustomerWords } from '#features/sign-in/server/customer-words.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { deskMinutes, findChatMessageProblem } from '#features/support/chat.rules.ts'
import { chatLink } from '#links/account.links.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import { publish } from '#server/live/live.ts'
import { queueMail, writeMail } from '#server/mail/mail.ts'
import type { Shop } from '#server/shop.ts'
import { attendDesk } from './chat.service.ts'
import { chatConversations, chatMessages } from './chat.tables.ts'
import { pictureMessage } from './chat-images.service.ts'

export type WaitingChat = { conversationId: string; who: string; waitingSince: Date; lastMessage: string }

/** Lists conversations whose last message is the shopper's, the longest wait first. */
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
export async function showChat({ db }: Shop, conversationId: string): Promise<ChatLine[]> {
  const rows = await db
    .select()
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, conversationId))
    .orderBy(desc(chatMessages.id))
    .limit(linesShown)
  return rows.reverse().map(({ author, staffName, body, at }) => ({ author, name: staffName ?? author, body, at }))
}

type Answer = { conversationId: string; body: string; staffName: string; clientKey?: string; imageIds?: string[] }

/** Answers a chat and notifies the page at once. A shopper who has waited too long gets a mail too. */
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
    await pictureMessage(tx, { messageId: made.id, customerId, imageIds, now })
    await tx
      .update(chatConversations)
      .set({ lastMessageAt: now, waitingSince: null, staffReadId: made.id })
      .where(eq(chatConversations.id, conversationId))
    await attendDesk(tx, new Date(now.getTime() + deskMinutes * minuteMs))
    await publish(tx, `chat:${conversationId}`, { last_id: made.id })
    const hasLeft = waitingSince !== null && now.getTime() - waitingSince.getTime() > deskMinutes * minuteMs
    if (customerId && hasLeft) {
      const hasPictures = imageIds.length > 0
      await tellAnswered(shop, tx, customerId, { id: made.id, body, staffName, hasPictures })
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

type Said = { body: string; staffName: string; hasPictures: boolean }

function sayAnswered(t: MailWords['t'], { body, staffName, hasPictures }: Said, publicUrl: string): LetterWords {
  return {
    subject: t('An answer in your chat'),
    paragraphs: [...body.split(/\n{2,}/), ...sayPictures(t, hasPictures), staffName],
    button: { label: t('Continue the chat'), href: `${publicUrl}${chatLink}` },
  }
}

export const chatLetters: Letter[] = [
  {
    kind: 'chat_answered',
    name: 'An answer in your chat',
    when: 'Support answers a chat that the shopper has left.',
    write: ({ t }, { publicUrl }) =>
      sayAnswered(t, { body: example.answer, staffName: example.staffName, hasPictures: false }, publicUrl),
  },
]

async function tellAnswered(
  shop: Shop,
  tx: Database,
  customerId: string,
  answer: Said & { id: number },
): Promise<void> {
  const [customer] = await tx.select({ email: customers.email }).from(customers).where(eq(customers.id, customerId))
  if (!customer) return
  const { t, ...how } = await readCustomerWords(tx, customerId)
  const mail = { ...how, ...sayAnswered(t, answer, shop.publicUrl), to: customer.email }
  await queueMail(tx, shop.clock, {
    ...writeMail(mail),
    kind: 'chat_answered',
    customerId,
    dedupeKey: `chat_answered:${answer.id}`,
  })
}
