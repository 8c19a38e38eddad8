import { count, eq, getTableName, inArray, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { growth } from '#app/growth.ts'
import { removeDue, retention } from '#app/retention.ts'
import { dayMs } from '#contract/times/times.ts'
import { carts } from '#features/cart/server/cart.tables.ts'
import { chatConversations, chatMessages } from '#features/support/server/chat/chat.tables.ts'
import { newId } from '#server/database/ids.ts'
import { createSampleData, populateShop } from '#testing/shops/populated-shop.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const before = (days: number) => new Date(shop.clock.now().getTime() - days * dayMs)

beforeAll(async () => {
  await populateShop(shop)
  await createSampleData(shop, await shop.signedIn())
})

test('removes nothing from a shop where everything is recent', async () => {
  const countAll = async () => {
    const counts: Record<string, number> = {}
    for (const table of Object.keys(growth)) {
      const { rows } = await shop.shop.db.execute<{ n: number }>(
        sql`select count(*)::int as n from ${sql.identifier(table)}`,
      )
      counts[table] = rows[0]?.n ?? 0
    }
    return counts
  }
  const counts = await countAll()
  for (const { timer } of retention) expect(await removeDue(shop.shop, timer), timer).toBe(0)
  expect(await countAll()).toEqual(counts)
})

test('finds the rows of every removal by an index', async () => {
  const { db, bounds } = shop.shop
  const scans: string[] = []
  for (const { timer, findDue } of retention) {
    for (const { table, due } of await findDue(bounds, before, db)) {
      const plan = await db.transaction(async (tx) => {
        await tx.execute(sql`set local enable_seqscan = off`)
        const { rows } = await tx.execute(sql`explain select ctid from ${table} where ${due} limit 1000`)
        return JSON.stringify(rows)
      })
      if (plan.includes(`Seq Scan on ${getTableName(table)} `)) scans.push(`${timer}: ${getTableName(table)}`)
    }
  }
  // The table of job failures has a row only for each failing row of a timer, so a scan is cheap.
  expect(scans).toEqual(['removeOldTraces: setbacks'])
})

test('keeps a row that changes while its removal waits', async () => {
  const { db } = shop.shop
  const id = newId()
  await db.insert(carts).values({ id, guestTokenHash: id, createdAt: before(40), updatedAt: before(40) })
  const [locked, settled] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const change = db.transaction(async (tx) => {
    await tx.update(carts).set({ updatedAt: shop.clock.now() }).where(eq(carts.id, id))
    locked.resolve()
    await settled.promise
  })
  await locked.promise
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like 'delete from "carts"%'`
  const removal = removeDue(shop.shop, 'removeAbandonedCarts')
  await expect.poll(async () => (await db.execute(waiting)).rows.length).toBe(1)
  settled.resolve()
  await change
  expect(await removal).toBe(0)
  expect(await db.$count(carts, eq(carts.id, id))).toBe(1)
})

test('keeps the newest messages of every conversation', async () => {
  const { db, bounds } = shop.shop
  const ids = Array.from({ length: 30 }, newId)
  const at = shop.clock.now()
  await db
    .insert(chatConversations)
    .values(ids.map((id) => ({ id, guestTokenHash: id, lastMessageAt: at, createdAt: at })))
  const messages = ids.flatMap((conversationId, place) =>
    Array.from({ length: 3 + (place % 3) }, (_, n) => ({
      conversationId,
      author: 'shopper' as const,
      body: `${n}`,
      clientKey: `${n}`,
      at,
    })),
  )
  await db.insert(chatMessages).values(messages)
  const kept = { ...shop.shop, bounds: { ...bounds, chatMessagesKept: 3 } }
  await removeDue(kept, 'removeOldChats')
  const left = await db
    .select({ n: count(), first: sql<string>`min(body)` })
    .from(chatMessages)
    .where(inArray(chatMessages.conversationId, ids))
    .groupBy(chatMessages.conversationId)
  expect(left.map(({ n }) => n)).toEqual(ids.map(() => 3))
  expect(left.map(({ first }) => first).toSorted()).toEqual(ids.map((_, place) => `${place % 3}`).toSorted())
})
