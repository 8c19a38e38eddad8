import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/times/times.ts'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { listStock } from '#features/catalogue/stock.staff.contract.ts'
import { createCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import { listOrders } from '#features/orders/orders.staff.contract.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { assignReturn } from '#features/returns/return-commands.staff.contract.ts'
import { listReturns } from '#features/returns/returns.staff.contract.ts'
import { listFailedMails, sendMailAgain } from '#features/settings/failed-mails.staff.contract.ts'
import { settings } from '#features/settings/server/settings.tables.ts'
import { editSettings } from '#features/settings/settings.staff.contract.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'
import { mails } from '#server/mail/mail.tables.ts'
import { deliverMails } from '#server/mail/send-mail.ts'
import { requestReturnOf, shopWithReasons } from '#testing/shops/returned-goods.ts'
import { buy, buyAndPay, goods, pay } from '#testing/shops/stocked-shop.ts'
import { testStaff } from '#testing/staff.ts'
import { getCouponSales, getFigures, getToday, getTodayFigures, maxWaiting } from '../figures.staff.contract.ts'

const shop = shopWithReasons()
const staff = testStaff(shop)

test('shows when shoppers cannot order', async () => {
  const owner = await staff.member('owner')
  const countBlocks = async () =>
    (await owner.call(getToday, {})).data.waiting.find(({ kind }) => kind === 'shop_closed')?.count
  expect(await countBlocks()).toBe(0)
  await owner.call(editSettings, { seller: { name: '' } }, { ifMatch: '*' })
  expect(await countBlocks()).toBe(1)
  await owner.call(editSettings, { seller: { name: 'Harbor Goods' } }, { ifMatch: '*' })
})

test('counts only waiting work that the actor may see', async () => {
  const ada = await shop.signedIn()
  await requestReturnOf(shop.shop, ada, [goods.dress])
  const { data } = await (await staff.member('owner')).call(getToday, {})
  const judged = data.waiting.find(({ kind }) => kind === 'returns_to_judge')
  expect(judged?.count).toBe(1)
  expect(judged?.due_at).not.toBeNull()
  const { data: packing } = await (await staff.member('warehouse')).call(getToday, {})
  expect(packing.waiting.map(({ kind }) => kind)).not.toContain('tickets')
  expect(packing.waiting.map(({ kind }) => kind)).toContain('returns_to_judge')
})

test('lists due work by time, and on request only work assigned to the member', async () => {
  const ada = await shop.signedIn()
  const { orderNo } = await buy(shop.shop, ada, [goods.shoe])
  const start = shop.clock.now()
  shop.clock.set(new Date(start.getTime() + 22 * 3_600_000))
  const owner = await staff.member('owner')
  const { data } = await owner.call(getToday, {})
  expect(data.due.map(({ kind, about }) => [kind, about])).toEqual([
    ['order', 'Unpaid'],
    ['return', 'Return of 1, Size or fit'],
  ])
  expect(data.due[0]).toMatchObject({ number: orderNo, money: { amount: 9500, currency: 'USD' } })
  expect(data.due_count).toBe(2)
  const expiring = data.waiting.find(({ kind }) => kind === 'orders_expiring')
  expect(expiring).toMatchObject({ count: 1, money: [{ amount: 9500, currency: 'USD' }] })
  const { data: lapsing } = await owner.call(listOrders, { expires_within: 3 })
  expect(lapsing.data.map(({ number }) => number)).toEqual([orderNo])
  const ofMine = async () => (await owner.call(getToday, { whose: 'me' })).data
  expect((await ofMine()).due.map(({ kind }) => kind)).toEqual(['order'])
  const { data: judged } = await owner.call(listReturns, { due: 'any' })
  await owner.call(assignReturn, { no: judged.data[0]?.number ?? '', assignee: owner.id })
  const own = await ofMine()
  expect(own.due.map(({ kind }) => kind)).toEqual(['order', 'return'])
  expect(own.waiting.find(({ kind }) => kind === 'returns_to_judge')?.count).toBe(1)
  shop.clock.set(start)
})

test('counts low stock in the same way as the stock list', async () => {
  const owner = await staff.member('owner')
  const { db } = shop.shop
  for (const [id, inventory] of [
    [goods.bag, 2],
    [goods.scarf, 5],
    [goods.gift, 6],
    [goods.takenDown, 1],
  ] as const)
    await db.update(skus).set({ inventory }).where(eq(skus.id, id))
  const { data } = await owner.call(getToday, {})
  const low = data.waiting.find(({ kind }) => kind === 'stock_low')
  const { data: list } = await owner.call(listStock, { is_low: 'true', sort: 'stock' })
  expect(list.data.map(({ stock }) => stock)).toEqual([2, 5])
  expect(low).toMatchObject({
    count: 2,
    first: { about: expect.stringContaining('2 left'), number: list.data[0]?.sku },
  })
})

test('counts a failed mail once, and only until the mail is sent again', async () => {
  const owner = await staff.member('owner')
  const { db } = shop.shop
  const now = shop.clock.now()
  const text = { subject: 'Your order', textBody: 'It left', htmlBody: '', kind: 'order-shipped', attempts: 50 }
  const row = { ...text, toEmail: 'ada@harbor.test', createdAt: now, sendAfter: now, lastError: 'mailbox full' }
  await db.insert(mails).values([
    { ...row, id: 'given-up', parkedAt: now },
    // The text of this mail is deleted, so staff can no longer resend the mail.
    { ...row, id: 'emptied', parkedAt: now, textBody: '' },
  ])
  const countFailed = async () =>
    (await owner.call(getToday, {})).data.waiting.find(({ kind }) => kind === 'mails_failed')
  expect(await countFailed()).toMatchObject({ count: 1, first: { name: 'Your order', about: 'mailbox full' } })
  const { data: listed } = await owner.call(listFailedMails, {})
  expect(listed.data).toMatchObject([{ id: 'given-up', to: 'ada@harbor.test', reason: 'mailbox full', tries: 50 }])
  await owner.call(sendMailAgain, { id: 'given-up' })
  await expect(owner.call(sendMailAgain, { id: 'given-up' })).rejects.toMatchObject({ problem: { status: 404 } })
  await expect(owner.call(sendMailAgain, { id: 'emptied' })).rejects.toMatchObject({ problem: { status: 404 } })
  expect((await countFailed())?.count).toBe(0)
  await deliverMails(shop.shop)
  const [sent] = await db.select().from(mails).where(eq(mails.id, 'given-up'))
  expect(sent?.sentAt).not.toBeNull()
})

test('shows staff members at work to members who may see staff', async () => {
  const owner = await staff.member('owner')
  const packer = await staff.member('warehouse', 'Tomas Berg')
  const seen = (minutes: number) =>
    shop.shop.db
      .update(staffMembers)
      .set({ lastSeenAt: new Date(shop.clock.now().getTime() - minutes * 60_000) })
      .where(eq(staffMembers.id, packer.id))
  const findTomas = async () => (await owner.call(getToday, {})).data.people.find(({ name }) => name === 'Tomas Berg')
  expect(await findTomas()).toBeUndefined()
  await seen(2)
  expect(await findTomas()).toMatchObject({ is_here: true, deeds: null })
  await seen(30)
  expect(await findTomas()).toMatchObject({ is_here: false })
  await seen(13 * 60)
  expect(await findTomas()).toBeUndefined()
  expect((await packer.call(getToday, {})).data.people).toEqual([])
})

test("compares today's figures with the same time of day last week", async () => {
  const owner = await staff.key('orders:read')
  const { data } = await owner.call(getTodayFigures, {})
  expect(data.orders).toMatchObject({ today: 1, week_ago: 0 })
  expect(data.orders.line).toHaveLength(14)
  expect(data.revenue.today).toEqual({ amount: 15_000, currency: 'USD' })
  expect(data.returns_per_order).toMatchObject({ now: 1, before: null })
  const start = shop.clock.now()
  const days = (amount: number) => new Date(start.getTime() + amount * 86_400_000)
  shop.clock.set(days(7))
  const { data: later } = await owner.call(getTodayFigures, {})
  expect(later.orders).toMatchObject({ today: 0, week_ago: 1 })
  expect(later.orders.line.at(-8)).toBe(1)
  expect(later.revenue.week_ago).toEqual({ amount: 15_000, currency: 'USD' })
  // One hour earlier, the order was not paid yet.
  shop.clock.set(new Date(days(7).getTime() - 3_600_000))
  expect((await owner.call(getTodayFigures, {})).data.orders.week_ago).toBe(0)
  shop.clock.set(start)
})

test("returns each day of the shop's time zone, including empty days", async () => {
  const owner = await staff.member('owner')
  const ask = async (from: string, to: string) => (await owner.call(getFigures, { from, to })).data
  const { days, products, reasons } = await ask('2026-06-14', '2026-06-16')
  expect(days.map(({ date }) => date)).toEqual(['2026-06-14', '2026-06-15', '2026-06-16'])
  const sold = days.find(({ orders }) => orders > 0)
  expect(sold).toMatchObject({ orders: 1, items: 1, revenue: [{ amount: 15_000, currency: 'USD' }], returns: 1 })
  expect(products).toMatchObject([{ sold: 1, returned: 1, rate: 1 }])
  expect(reasons).toEqual([{ reason: 'Size or fit', items: 1 }])
  // It is 10:00 UTC, and already the next day on Kiritimati.
  await shop.shop.db.insert(settings).values({ key: 'time_zone', value: 'Pacific/Kiritimati' })
  const shifted = await ask('2026-06-14', '2026-06-16')
  expect(shifted.time_zone).toBe('Pacific/Kiritimati')
  expect(shifted.days.find(({ orders }) => orders > 0)?.date).toBe('2026-06-16')
  await shop.shop.db.delete(settings)
})

test('exports the figures as CSV and rejects a period that is too long', async () => {
  const owner = await staff.member('owner')
  await buy(shop.shop, await shop.signedIn(), [goods.dress])
  const csv = await (await owner.fetch('/staff-api/v1/figures.csv?from=2026-06-15&to=2026-06-15')).text()
  expect(csv.split('\n').slice(0, 2)).toEqual([
    'date,orders,items,currency,revenue,refunded,returns',
    '2026-06-15,1,1,USD,150.00,0.00,1',
  ])
  await expect(owner.call(getFigures, { from: '2024-01-01', to: '2026-01-01' })).rejects.toMatchObject({
    problem: { status: 422, errors: [{ field: 'to' }] },
  })
})

test('sums up the recent paid orders that used a coupon', async () => {
  const owner = await staff.member('owner')
  const { id: couponId, code } = (await owner.call(createCoupon, createCoupon.example?.input as never)).data
  const ada = await shop.signedIn()
  const [paid, old, unpaid] = [
    await buy(shop.shop, ada, [goods.dress]),
    await buy(shop.shop, ada, [goods.dress]),
    await buy(shop.shop, ada, [goods.dress]),
  ]
  await pay(shop.shop, paid)
  await pay(shop.shop, old)
  const now = shop.clock.now()
  const use = ({ orderId }: { orderId: string }, usedAt = now) => ({
    ...{ id: `sale-${orderId}`, couponId, email: `${orderId}@harbor.test`, holder: orderId, status: 2 },
    ...{ claimedAt: usedAt, usedAt, orderId },
  })
  const longAgo = new Date(now.getTime() - 31 * dayMs)
  await shop.shop.db.insert(couponClaims).values([use(paid), use(old, longAgo), use(unpaid)])
  expect((await owner.call(getCouponSales, { id: code })).data).toEqual({
    orders: 1,
    revenue: [{ amount: paid.totalAmount, currency: paid.currency }],
    discount: [{ amount: 0, currency: paid.currency }],
  })
})

test('counts notable tasks unless the waiting work reaches the counting limit', async () => {
  const ada = await shop.signedIn()
  const { orderId } = await buyAndPay(shop.shop, ada, [goods.shoe])
  const { db } = shop.shop
  await db.update(orders).set({ shippingMethod: 'DHL Express' }).where(eq(orders.id, orderId))
  const owner = await staff.member('owner')
  const readWaiting = async () =>
    (await owner.call(getToday, {})).data.waiting.find(({ kind }) => kind === 'orders_to_prepare')
  expect(await readWaiting()).toMatchObject({ of_note: 1, money: [] })
  // Inserts as many orders as the counting limit.
  await db.execute(sql`insert into orders select (jsonb_populate_record(o, jsonb_build_object(
      'id', 'of-note-' || n, 'order_no', 'HB' || lpad(n::text, 11, '0')))).*
    from orders o, generate_series(1, ${maxWaiting}::int) n where o.id = ${orderId}`)
  expect(await readWaiting()).toMatchObject({ count: maxWaiting, of_note: 0 })
})
