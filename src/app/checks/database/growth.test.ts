import { count, eq, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { beforeAll, expect, test } from 'vitest'
import { growth } from '#app/growth.ts'
import { listTimers } from '#app/jobs.ts'
import { removeDue } from '#app/retention.ts'
import { dayMs } from '#contract/times/times.ts'
import { advertClicks, adverts } from '#features/adverts/server/adverts.tables.ts'
import { reportEvent as reportCall } from '#features/analytics/analytics.contract.ts'
import { countEvents, reportEvent } from '#features/analytics/server/analytics.service.ts'
import { analyticsEvents, analyticsTotals } from '#features/analytics/server/analytics.tables.ts'
import { couponClaims, subscribers } from '#features/coupons/server/coupons.tables.ts'
import { openSession } from '#features/sign-in/server/session.service.ts'
import { customers, sessions } from '#features/sign-in/server/sign-in.tables.ts'
import { removeUnprovedAccounts } from '#features/sign-in/server/unverified-accounts.service.ts'
import { sendChatMessage } from '#features/support/chat.contract.ts'
import { chatConversations, chatMessages } from '#features/support/server/chat/chat.tables.ts'
import { problemTypes, ticketAnswers, tickets } from '#features/support/server/contact/contact.tables.ts'
import { newId } from '#server/database/ids.ts'
import { createShopMetrics } from '#server/log/shop-metrics.ts'
import type { Shop } from '#server/shop.ts'
import { stockShop } from '#testing/shops/stocked-shop.ts'
import { saveTestCoupon } from '#testing/shops/test-offers.ts'
import { testShop } from '#testing/test-shop.ts'

const shop = testShop()
const countRows = async (table: PgTable) => (await shop.shop.db.select({ rows: count() }).from(table))[0]?.rows
const ago = (days: number) => new Date(shop.clock.now().getTime() - days * dayMs)
/** Returns the same shop with other bounds and empty metrics. */
const bounded = (bounds: Partial<Shop['bounds']>): Shop => ({
  ...shop.shop,
  bounds: { ...shop.shop.bounds, ...bounds },
  metrics: createShopMetrics(),
})

beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

test('lists the growth limit of every table, and runs every timer that prunes a table', async () => {
  const { rows } = await shop.shop.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  expect(Object.keys(growth).sort()).toEqual(rows.map(({ name }) => name).sort())
  const timers = listTimers(shop.shop).map(({ name }) => name)
  const pruned = Object.values(growth).flatMap((one) => ('prunedBy' in one ? [one.prunedBy] : []))
  expect(pruned.filter((name) => !timers.includes(name))).toEqual([])
  const unbounded = Object.entries(growth).filter(([, one]) => one.by === 'visitors' && one.capped.length === 0)
  expect(unbounded).toEqual([])
})

test('counts a flood of reports and stores only a limited number', async () => {
  const { db } = shop.shop
  const flooded = bounded({ eventsPerNetworkHour: 5, eventsPerHour: 8 })
  const report = (network: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        reportEvent(flooded, { customerId: null }, { name: 'page_view', props: {}, ip: '10.0.0.1', network }),
      ),
    )
  await report('10.0.0.0/24', 50)
  expect(await countRows(analyticsEvents)).toBe(5)
  await report('10.0.1.0/24', 50)
  expect(await countRows(analyticsEvents)).toBe(8)
  await countEvents(flooded)
  await countEvents(flooded)
  await report('10.0.2.0/24', 1)
  await countEvents(flooded)
  expect(await db.select().from(analyticsTotals)).toEqual([{ day: '2026-06-15', name: 'page_view', reports: 101 }])
  // In the next hour, the limit starts again.
  shop.clock.advance(60 * 60_000)
  await report('10.0.0.0/24', 1)
  expect(await countRows(analyticsEvents)).toBe(9)
})

test('refuses a report larger than two kilobytes', async () => {
  const props = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`prop_${at}`, 'x'.repeat(190)]))
  await expect(shop.stranger().call(reportCall, { name: 'page_view', props })).rejects.toMatchObject({ status: 413 })
})

test('keeps reports for 400 days up to a limit, and keeps their totals', async () => {
  const { db } = shop.shop
  await db.delete(analyticsEvents)
  const row = (at: Date) => ({ name: 'login', props: {}, customerId: null, at })
  await db.insert(analyticsEvents).values([row(ago(401)), row(ago(399)), row(ago(3)), row(ago(2)), row(ago(1))])
  expect(await removeDue(bounded({}), 'removeOldEvents')).toBe(1)
  expect(await removeDue(bounded({ eventsKept: 2 }), 'removeOldEvents')).toBe(2)
  const left = await db.select({ at: analyticsEvents.at }).from(analyticsEvents)
  expect(left.map(({ at }) => at)).toEqual([ago(2), ago(1)])
  await db.insert(analyticsTotals).values({ day: '2019-01-01', name: 'login', reports: 3 })
  await removeDue(bounded({}), 'removeOldEvents')
  expect((await db.select().from(analyticsTotals)).map(({ day }) => day)).toEqual(['2026-06-15'])
})

test('removes old clicks, chats of inactive guests, closed tickets and unsubscribed addresses in time', async () => {
  const { db } = shop.shop
  await db
    .insert(adverts)
    .values({ id: 1, position: 'home', linkType: 'page', imagePath: '/a.svg', linkPath: '/', startsAt: ago(900) })
  await db.insert(advertClicks).values([ago(401), ago(399)].map((at) => ({ advertId: 1, customerId: null, at })))
  expect(await removeDue(shop.shop, 'removeOldClicks')).toBe(1)

  const ada = await shop.signedIn()
  await ada.call(sendChatMessage, { body: 'Mine stays', client_key: crypto.randomUUID() })
  await shop.stranger().call(sendChatMessage, { body: 'Hello', client_key: crypto.randomUUID() })
  shop.clock.advance(91 * dayMs)
  expect(await removeDue(shop.shop, 'removeOldChats')).toBe(1)
  expect([await countRows(chatConversations), await countRows(chatMessages)]).toEqual([
    1,
    await countRows(chatMessages),
  ])
  // The earlier session has expired.
  const bea = await shop.signedIn('bea')
  for (const body of ['one', 'two', 'three']) await bea.call(sendChatMessage, { body, client_key: crypto.randomUUID() })
  await removeDue(bounded({ chatMessagesKept: 2 }), 'removeOldChats')
  const isBeas = eq(chatConversations.customerId, bea.id)
  const [conversation] = await db.select({ id: chatConversations.id }).from(chatConversations).where(isBeas)
  const isTheirs = eq(chatMessages.conversationId, conversation?.id ?? '')
  const left = await db.select().from(chatMessages).where(isTheirs).orderBy(chatMessages.id)
  expect([left.length, left.at(-1)?.body]).toEqual([2, expect.stringMatching(/three|hours|back/)])

  await db.insert(problemTypes).values({ id: 1, level: 1, name: 'Other' })
  const ticket = (ticketNo: string, status: 'open' | 'closed', createdAt: Date) => ({
    id: newId(),
    ticketNo,
    email: 'guest@harbor.test',
    message: 'Where is it?',
    problemTypeId: 1,
    status,
    contentHash: ticketNo,
    dedupeUntil: createdAt,
    replyDueAt: createdAt,
    createdAt,
  })
  const oldTickets = [ticket('1', 'closed', ago(731)), ticket('2', 'open', ago(731)), ticket('3', 'closed', ago(729))]
  await db.insert(tickets).values(oldTickets)
  await db
    .insert(ticketAnswers)
    .values(oldTickets.map(({ id, createdAt }) => ({ ticketId: id, staffName: 'Joe', body: 'Here', at: createdAt })))
  expect(await removeDue(shop.shop, 'removeOldTickets')).toBe(1)
  expect((await db.select().from(tickets)).map(({ ticketNo }) => ticketNo).sort()).toEqual(['2', '3'])

  await db.insert(subscribers).values([
    { email: 'left@harbor.test', subscribedAt: ago(90), unsubscribedAt: ago(31) },
    { email: 'here@harbor.test', subscribedAt: ago(900) },
  ])
  expect(await removeDue(shop.shop, 'removeOldClaims')).toBe(1)
  expect((await db.select().from(subscribers)).map(({ email }) => email)).toEqual(['here@harbor.test'])
})

test("removes unused expired claims, and a shopper's claims only with the coupon", async () => {
  const { db } = shop.shop
  const ada = await shop.signedIn()
  const couponId = await saveTestCoupon(db, { startsAt: ago(900), endsAt: null })
  const claim = (customerId: string | null, expiresAt: Date | null, claimedAt = ago(200)) => ({
    id: newId(),
    couponId,
    customerId,
    email: customerId ? ada.email : `${newId().slice(0, 8)}@harbor.test`.toLowerCase(),
    claimedAt,
    expiresAt,
  })
  const gone = [claim(null, ago(91)), claim(null, null, ago(401))]
  const kept = [claim(null, ago(89)), claim(null, null, ago(399)), claim(ada.id, ago(91))]
  await db.insert(couponClaims).values([...gone, ...kept])
  expect(await removeDue(shop.shop, 'removeOldClaims')).toBe(2)
  const left = await db.select({ id: couponClaims.id }).from(couponClaims).where(eq(couponClaims.couponId, couponId))
  expect(left.map(({ id }) => id).sort()).toEqual(kept.map(({ id }) => id).sort())
})

test('removes an unverified account after its time, unless a session or other data uses it', async () => {
  const { db, clock } = shop.shop
  const make = async (name: string, emailConfirmedAt: Date | null = null) => {
    const id = newId()
    const email = `${name}@unproved.test`
    await db
      .insert(customers)
      .values({ id, email, passwordHash: 'x', passwordChangedAt: ago(91), createdAt: ago(91), emailConfirmedAt })
    return id
  }
  await make('nobody')
  await make('proved', ago(90))
  await openSession(db, clock, await make('here'))
  const talker = await make('talker')
  await db
    .insert(chatConversations)
    .values({ id: newId(), customerId: talker, createdAt: ago(91), lastMessageAt: ago(91) })
  await make('nobody-else')
  expect(await removeUnprovedAccounts(shop.shop)).toBe(2)
  const left = await db.select({ email: customers.email }).from(customers).where(sql`email like '%@unproved.test'`)
  expect(left.map(({ email }) => email.split('@')[0]).sort()).toEqual(['here', 'proved', 'talker'])
})

test('keeps the latest sessions of a shopper who signs in repeatedly', async () => {
  const { db, clock } = shop.shop
  const ada = await shop.signedIn()
  for (let round = 0; round < 5; round++) {
    shop.clock.advance(1_000)
    await openSession(db, clock, ada.id, 3)
  }
  const kept = await db.select().from(sessions).where(eq(sessions.customerId, ada.id))
  expect(kept).toHaveLength(3)
  expect((await ada.fetch('/rest/order')).status).toBe(401)
})
