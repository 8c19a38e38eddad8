import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows, workThrough } from '#server/work-through.ts'
import { chatConversations, chatMessages } from './chat.tables.ts'

const timer = 'removeOldChats'

/** Ends guests' conversations that fell silent long ago, and cuts the beginning off those that have become too long. */
export async function removeOldChats(shop: Shop): Promise<number> {
  const { db, clock, bounds } = shop
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const isSilent = lt(chatConversations.lastMessageAt, before(bounds.guestChatDays))
  let removed = await workThrough(shop, timer, {
    find: (isReady, most) =>
      db
        .select({ id: chatConversations.id })
        .from(chatConversations)
        .where(and(isNull(chatConversations.customerId), isSilent, isReady(chatConversations.id)))
        .limit(most),
    work: ({ id }) =>
      db.transaction(async (tx) => {
        await tx.delete(chatMessages).where(eq(chatMessages.conversationId, id))
        await tx.delete(chatConversations).where(eq(chatConversations.id, id))
      }),
  })
  // Only where somebody has written since the last round can have become too long.
  const long = await db
    .select({ id: chatMessages.conversationId })
    .from(chatMessages)
    .innerJoin(chatConversations, eq(chatConversations.id, chatMessages.conversationId))
    .where(gt(chatConversations.lastMessageAt, before(2)))
    .groupBy(chatMessages.conversationId)
    .having(sql`count(*) > ${bounds.chatMessagesKept}`)
  for (const { id } of long) {
    const oldestKept = sql`(select id from ${chatMessages} where conversation_id = ${id} order by id desc offset ${bounds.chatMessagesKept - 1} limit 1)`
    const due = sql`conversation_id = ${id} and id < ${oldestKept}`
    removed += await removeRows(shop, timer, { table: chatMessages, id: sql`${chatMessages.id}::text`, due })
  }
  return removed
}
