import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import { pruneRows } from '#server/prune.ts'
import type { Shop } from '#server/shop.ts'
import { chatConversations, chatMessages } from './chat.tables.ts'

/** Ends guests' conversations that fell silent long ago, and cuts the beginning off those that have become too long. */
export async function removeOldChats(shop: Shop): Promise<number> {
  const { db, clock, bounds } = shop
  const silentSince = new Date(clock.now().getTime() - bounds.guestChatDays * dayMs)
  let removed = 0
  for (let round = 0; round < bounds.pruneRounds; round++) {
    const ended = await db.transaction(async (tx) => {
      const over = await tx
        .select({ id: chatConversations.id })
        .from(chatConversations)
        .where(and(isNull(chatConversations.customerId), lt(chatConversations.lastMessageAt, silentSince)))
        .limit(bounds.pruneBatch)
        .for('update', { skipLocked: true })
      const ids = over.map(({ id }) => id)
      if (ids.length === 0) return 0
      await tx.delete(chatMessages).where(inArray(chatMessages.conversationId, ids))
      await tx.delete(chatConversations).where(inArray(chatConversations.id, ids))
      return ids.length
    })
    removed += ended
    if (ended < bounds.pruneBatch) break
  }
  // Only where somebody has written since yesterday can have become too long.
  const lively = await db
    .select({ id: chatMessages.conversationId })
    .from(chatMessages)
    .innerJoin(chatConversations, eq(chatConversations.id, chatMessages.conversationId))
    .where(sql`${chatConversations.lastMessageAt} > ${new Date(clock.now().getTime() - 2 * dayMs)}`)
    .groupBy(chatMessages.conversationId)
    .having(sql`count(*) > ${bounds.chatMessagesKept}`)
  for (const { id } of lively) {
    const oldestKept = sql`(select id from ${chatMessages} where conversation_id = ${id} order by id desc offset ${bounds.chatMessagesKept - 1} limit 1)`
    removed += await pruneRows(shop, chatMessages, sql`conversation_id = ${id} and id < ${oldestKept}`)
  }
  return removed
}
