import { and, asc, count, desc, eq, gt, inArray, isNotNull, ne, or, sql } from 'drizzle-orm'
import { readCookie } from '#contract/calls/cookies.ts'
import { dayMs, toWireTime } from '#contract/times/times.ts'
import { toStoredImage } from '#features/images/server/images.service.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { hashToken } from '#features/sign-in/server/session.service.ts'
import type { Chat, ChatMessage } from '#features/support/chat.contract.ts'
import { formatOfflineNote } from '#features/support/chat.rules.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { asVerified, type Visitor } from '#server/http/http.ts'
import { publish } from '#server/live/live.ts'
import type { TopicGuard } from '#server/live/live-route.ts'
import { publishTyping } from '#server/live/shopper-presence.ts'
import type { Shop } from '#server/shop.ts'
import { chatConversations, chatMessageImages, chatMessages } from './chat.tables.ts'
import { messageImageIds } from './chat-images.service.ts'

type Conversation = typeof chatConversations.$inferSelect
/** Visitor of a chat: the account, and the secret of a guest's browser, if any. */
export type ChatVisitor = { actor: Visitor; guestToken: string | null }

export const guestCookie = 'chat_guest'
const messagesShown = 100
const chatStaffedUntilKey = 'chat_desk_until'
/** 32 characters: shorter keys could be counters, and a guessed counter might open another guest's conversation. */
const minGuestKeyLength = 32
const reopenedForMs = dayMs

export async function getChat({ db, clock }: Shop, visitor: ChatVisitor, after: number): Promise<Chat> {
  const [conversation, isOnline] = await Promise.all([findConversation(db, visitor), isChatStaffed(db, clock)])
  if (!conversation) return { conversation_id: null, is_online: isOnline, unread: 0, messages: [] }
  const [rows, unread] = await Promise.all([
    db
      .select({ message: chatMessages, imageIds: messageImageIds })
      .from(chatMessages)
      .where(and(eq(chatMessages.conversationId, conversation.id), gt(chatMessages.id, after)))
      .orderBy(desc(chatMessages.id))
      .limit(messagesShown),
    countUnread(db, conversation),
  ])
  return {
    conversation_id: conversation.id,
    is_online: isOnline,
    unread,
    messages: rows.reverse().map(toWireMessage),
  }
}

export async function getChatUnread({ db }: Shop, visitor: ChatVisitor): Promise<{ unread: number }> {
  const conversation = await findConversation(db, visitor)
  return { unread: conversation ? await countUnread(db, conversation) : 0 }
}

/** Counts the messages of staff that the shopper has not seen yet. */
async function countUnread(db: Database, { id, shopperReadId }: Conversation): Promise<number> {
  const [row] = await db
    .select({ unread: count() })
    .from(chatMessages)
    .where(
      and(eq(chatMessages.conversationId, id), gt(chatMessages.id, shopperReadId), eq(chatMessages.author, 'staff')),
    )
  return row?.unread ?? 0
}

export type SentMessage = { conversationId: string; messages: ChatMessage[]; newGuestToken: string | null }

/** Stores a message. A guest's first message opens a conversation and returns the secret that restores it. */
export async function sendChatMessage(
  { db, clock }: Shop,
  visitor: ChatVisitor,
  { body, client_key: clientKey }: { body: string; client_key: string },
): Promise<SentMessage> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const { conversation, newGuestToken } = await openConversation(tx, visitor, clientKey, now)
    const said = { conversationId: conversation.id, customerId: conversation.customerId, at: now }
    const [made] = await tx
      .insert(chatMessages)
      .values({ ...said, author: 'shopper', body, clientKey })
      .onConflictDoNothing()
      .returning()
    const keys = [clientKey, `note-${clientKey}`]
    if (made) {
      // Each wait for an answer has one note, regardless of the number of messages.
      const needsOfflineNote = conversation.waitingSince === null && !(await isChatStaffed(tx, clock))
      if (needsOfflineNote) {
        await tx
          .insert(chatMessages)
          .values({ ...said, author: 'system', body: formatOfflineNote, clientKey: `note-${clientKey}` })
      }
      await tx
        .update(chatConversations)
        .set({ lastMessageAt: now, waitingSince: conversation.waitingSince ?? now, closedAt: null })
        .where(eq(chatConversations.id, conversation.id))
      await publish(tx, `chat:${conversation.id}`, { last_id: made.id })
    }
    const messages = await tx
      .select({ message: chatMessages, imageIds: messageImageIds })
      .from(chatMessages)
      .where(and(eq(chatMessages.conversationId, conversation.id), inArray(chatMessages.clientKey, keys)))
      .orderBy(asc(chatMessages.id))
    return { conversationId: conversation.id, messages: messages.map(toWireMessage), newGuestToken }
  })
}

/** Announces that the shopper is typing, if there is a conversation. */
export async function tellTyping({ db }: Shop, visitor: ChatVisitor): Promise<void> {
  const conversation = await findConversation(db, visitor)
  if (conversation) await publishTyping({ db }, conversation.id)
}

/**
 * Marks messages as read. The mark only moves forward, so that a second window that has shown fewer messages does not
 * move it back.
 */
export async function markChatRead({ db }: Shop, visitor: ChatVisitor, lastId: number): Promise<{ unread: number }> {
  const conversation = await findConversation(db, visitor)
  if (!conversation) return { unread: 0 }
  const newest = sql`coalesce((select max(${chatMessages.id}) from ${chatMessages} where ${chatMessages.conversationId} = ${conversation.id}), 0)`
  const [seen] = await db
    .update(chatConversations)
    .set({
      shopperReadId: sql`greatest(${chatConversations.shopperReadId}, least(${lastId}::bigint, ${newest}))`,
    })
    .where(eq(chatConversations.id, conversation.id))
    .returning()
  return { unread: await countUnread(db, seen ?? conversation) }
}

/**
 * Finds the conversation of the account. Without such a conversation, finds the conversation that this browser began as
 * a guest.
 */
async function findConversation(db: Database, { actor, guestToken }: ChatVisitor): Promise<Conversation | null> {
  const byGuest = guestToken ? eq(chatConversations.guestTokenHash, hashToken(guestToken)) : undefined
  const byAccount = actor.customerId ? eq(chatConversations.customerId, actor.customerId) : undefined
  if (!byGuest && !byAccount) return null
  const rows = await db.select().from(chatConversations).where(or(byAccount, byGuest))
  return rows.find((one) => one.customerId !== null) ?? rows[0] ?? null
}

async function openConversation(
  tx: Database,
  visitor: ChatVisitor,
  clientKey: string,
  now: Date,
): Promise<{ conversation: Conversation; newGuestToken: string | null }> {
  const { actor } = visitor
  const found = await findConversation(tx, visitor)
  if (found) {
    const isAdopted = actor.customerId !== null && found.customerId === null
    const [conversation] = await tx
      .update(chatConversations)
      // A guest's conversation joins the account with the next message.
      .set(isAdopted ? { customerId: actor.customerId, guestTokenHash: null } : { lastMessageAt: now })
      .where(eq(chatConversations.id, found.id))
      .returning()
    if (isAdopted) {
      await tx
        .update(chatMessages)
        .set({ customerId: actor.customerId })
        .where(eq(chatMessages.conversationId, found.id))
    }
    return { conversation: conversation ?? found, newGuestToken: null }
  }
  const newGuestToken = actor.customerId === null ? newToken() : null
  const openingKeyHash = newGuestToken && clientKey.length >= minGuestKeyLength ? hashToken(clientKey) : null
  const row = {
    id: newId(),
    customerId: actor.customerId,
    guestTokenHash: newGuestToken && hashToken(newGuestToken),
    openingKeyHash,
    createdAt: now,
    lastMessageAt: now,
  }
  const [made] = await tx.insert(chatConversations).values(row).onConflictDoNothing().returning()
  if (made) return { conversation: made, newGuestToken }
  // A second window, or a repetition of this message, has already opened the conversation.
  if (openingKeyHash && newGuestToken) {
    const reopened = await reopenConversation(tx, { openingKeyHash, newGuestToken, now })
    if (reopened) return { conversation: reopened, newGuestToken }
  }
  return openConversation(tx, visitor, '', now)
}

/**
 * Reopens the conversation of a guest who lost the first response and therefore has no cookie. The secret key of the
 * first message proves that the conversation belongs to the guest.
 */
async function reopenConversation(
  tx: Database,
  { openingKeyHash, newGuestToken, now }: { openingKeyHash: string; newGuestToken: string; now: Date },
): Promise<Conversation | undefined> {
  const [reopened] = await tx
    .update(chatConversations)
    .set({ guestTokenHash: hashToken(newGuestToken) })
    .where(
      and(
        eq(chatConversations.openingKeyHash, openingKeyHash),
        isNotNull(chatConversations.guestTokenHash),
        gt(chatConversations.createdAt, new Date(now.getTime() - reopenedForMs)),
      ),
    )
    .returning()
  return reopened
}

/**
 * Detaches the conversation from an account. When the address is first verified, it is unknown who wrote the messages,
 * so only staff can still see the conversation.
 */
export async function eraseChatOfCustomer(tx: Database, customerId: string): Promise<void> {
  const [left] = await tx
    .update(chatConversations)
    .set({ customerId: null, guestTokenHash: hashToken(newToken()), waitingSince: null })
    .where(eq(chatConversations.customerId, customerId))
    .returning({ id: chatConversations.id })
  if (!left) return
  const theirs = eq(chatMessages.conversationId, left.id)
  await tx.update(chatMessages).set({ customerId: null }).where(theirs)
  // Pictures belong to the account, so they are removed.
  const said = tx.select({ id: chatMessages.id }).from(chatMessages).where(theirs)
  await tx.delete(chatMessageImages).where(inArray(chatMessageImages.messageId, said))
}

/** Allows the owner of a conversation to follow its live events, and refuses other visitors. */
export const chatTopic: TopicGuard = async ({ shop, actor, id, header }) => {
  const conversation = await findConversation(shop.db, {
    actor: asVerified(actor),
    guestToken: readGuestToken(header('cookie')),
  })
  if (conversation?.id !== id) return null
  const [newest] = await shop.db
    .select({ id: sql<number>`coalesce(max(${chatMessages.id}), 0)::float8` })
    .from(chatMessages)
    .where(eq(chatMessages.conversationId, id))
  return { last_id: newest?.id ?? 0 }
}

export function readGuestToken(cookies = ''): string | null {
  const token = readCookie(cookies, guestCookie)
  return token && /^[\w-]{20,100}$/.test(token) ? token : null
}

/** Stores the time until which staff are available. Each answer extends that time. */
export async function setChatStaffedUntil(db: Database, until: Date): Promise<void> {
  const value = until.toISOString()
  await db
    .insert(settings)
    .values({ key: chatStaffedUntilKey, value })
    .onConflictDoUpdate({ target: settings.key, set: { value }, setWhere: ne(settings.value, value) })
}

export async function isChatStaffed(db: Database, clock: Clock): Promise<boolean> {
  const [row] = await db.select({ until: settings.value }).from(settings).where(eq(settings.key, chatStaffedUntilKey))
  return row !== undefined && new Date(row.until) > clock.now()
}

type MessageRow = { message: typeof chatMessages.$inferSelect; imageIds: string[] }

function toWireMessage({ message: row, imageIds }: MessageRow): ChatMessage {
  return {
    id: row.id,
    author: row.author,
    staff_name: row.staffName,
    body: row.body,
    client_key: row.clientKey,
    created_at: toWireTime(row.at),
    images: imageIds.map(toStoredImage),
  }
}

/** Erases the chats of a customer, with the answers. Returns their ids. */
export async function eraseChats(tx: Database, customerId: string): Promise<string[]> {
  const theirs = tx
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(eq(chatConversations.customerId, customerId))
  await tx.delete(chatMessages).where(inArray(chatMessages.conversationId, theirs))
  const gone = await tx
    .delete(chatConversations)
    .where(eq(chatConversations.customerId, customerId))
    .returning({ id: chatConversations.id })
  return gone.map(({ id }) => id)
}
