import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lockOrder } from '#features/orders/server/commands/move-order.service.ts'
import { cancelOrder } from '#features/orders/server/commands/order-commands.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { newId } from '#server/database/ids.ts'
import { type PaymentProvider, ProviderDown } from '#server/outside/payment-provider.ts'
import { buy, goods, pay, stockShop } from '#testing/shops/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { payments, refunds } from './payments.tables.ts'
import { settleRefund } from './refunds.service.ts'
import { applyRefundAnswer, sendRefunds } from './send-refunds.service.ts'

const shop = testShop()
beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

/** Creates a refund of a whole order that waits for its provider. */
async function cancelPaid() {
  const placed = await buy(shop.shop, await shop.signedIn(), [goods.dress])
  await pay(shop.shop, placed)
  await cancelOrder(shop.shop, { orderId: placed.orderId, actor: 'staff', reason: 'Out of stock' })
  const [refund] = await shop.shop.db.select().from(refunds).where(eq(refunds.orderId, placed.orderId))
  return { ...placed, refundId: refund?.id ?? '' }
}

async function countWaiting(): Promise<number> {
  const { rows } = await shop.shop.db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`)
  return rows[0]?.waiting ?? 0
}

test('locks the order before the refund when an answer arrives, to prevent deadlocks', async () => {
  const { orderId, refundId } = await cancelPaid()
  const answered = await shop.shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const taking = applyRefundAnswer(
      shop.shop,
      { refundId, key: `${refundId}-0` },
      { status: 'succeeded', providerRef: 're_1' },
    )
    await expect.poll(countWaiting).toBe(1)
    await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update', { noWait: true })
    return { taking }
  })
  expect(await answered.taking).toBe(true)
})

test('applies simultaneous answers of the provider and of staff once', async () => {
  const { orderId, refundId, totalAmount } = await cancelPaid()
  const at = shop.clock.now()
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      round % 2
        ? applyRefundAnswer(shop.shop, { refundId, key: `${refundId}-0` }, { status: 'succeeded', providerRef: 're_2' })
        : shop.shop.db.transaction(
            async (tx) => (await settleRefund(tx, refundId, { status: 'succeeded', at })).isSettledNow,
          ),
    ),
  )
  expect(all.filter(Boolean)).toHaveLength(1)
  const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, orderId))
  expect(order?.refundedAmount).toBe(totalAmount)
})

/** Creates refunds that wait for a provider, the oldest first. */
async function createRefunds(provider: string, count: number): Promise<string[]> {
  const { orderId } = await buy(shop.shop, await shop.signedIn(), [goods.dress])
  const ids = Array.from({ length: count }, () => newId())
  const sum = { orderId, currency: 'USD', amount: 100 }
  const at = (index: number) => new Date(shop.clock.now().getTime() - (count - index) * 1000)
  await shop.shop.db.insert(payments).values(
    ids.map((id, index) => ({
      ...{ ...sum, id, provider, providerRef: `pay-${id}`, status: 'succeeded' as const },
      ...{ createdAt: at(index), settledAt: at(index) },
    })),
  )
  const createdRefunds = { ...sum, kind: 'payment' as const, status: 'pending' as const }
  await shop.shop.db
    .insert(refunds)
    .values(ids.map((id, index) => ({ ...createdRefunds, id, paymentId: id, createdAt: at(index) })))
  return ids
}

const findRow = async (id: string) => (await shop.shop.db.select().from(refunds).where(eq(refunds.id, id)))[0]

function createBank(name: string) {
  const requests: string[] = []
  const answers = new Map<string, 'pending' | 'succeeded' | 'down' | 'broken'>()
  const answerRefund = (id: string) => {
    requests.push(id)
    const status = answers.get(id) ?? 'succeeded'
    if (status === 'down') throw new ProviderDown(new Error('no route'))
    if (status === 'broken') throw new TypeError('undefined is not a refund')
    return { status, providerRef: `re-${id}` }
  }
  const provider: PaymentProvider = {
    name,
    mode: 'live',
    refundsAreSent: 'at_once',
    openPayment: async ({ id }) => ({ providerRef: id, redirectUrl: null }),
    refund: async ({ refundId }) => answerRefund(refundId),
    findRefund: async (providerRef) => answerRefund(providerRef.replace('re-', '')),
  }
  return { requests, answers, at: { ...shop.shop, payments: provider } }
}

test('processes other refunds while many refunds wait at the provider', async () => {
  const bank = createBank('patient')
  const ids = await createRefunds('patient', 120)
  for (const id of ids.slice(0, 119)) bank.answers.set(id, 'pending')
  expect(await sendRefunds(bank.at)).toBe(1)
  expect(await findRow(ids[119] ?? '')).toMatchObject({ status: 'succeeded' })
  expect(bank.requests).toHaveLength(120)
  // A refund that is created later does not wait for the pending refunds either.
  const [later = ''] = await createRefunds('patient', 1)
  expect(await sendRefunds(bank.at)).toBe(1)
  expect(await findRow(later)).toMatchObject({ status: 'succeeded' })
})

test('asks about a pending refund at growing intervals until the refund is settled, even without a message', async () => {
  const bank = createBank('slow')
  const [id = ''] = await createRefunds('slow', 1)
  bank.answers.set(id, 'pending')
  const pauses: number[] = []
  for (let round = 0; round < 12; round++) {
    await sendRefunds(bank.at)
    const wait = ((await findRow(id))?.nextAskAt?.getTime() ?? 0) - shop.clock.now().getTime()
    pauses.push(wait / 1000)
    shop.clock.advance(wait)
  }
  expect(bank.requests).toHaveLength(12)
  expect(pauses).toEqual([30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15_360, 21_600, 21_600])
  bank.answers.set(id, 'succeeded')
  expect(await sendRefunds(bank.at)).toBe(1)
  expect(await findRow(id)).toMatchObject({ status: 'succeeded', providerRef: `re-${id}` })
})

test('isolates a refund that throws, and retries it later', async () => {
  const bank = createBank('brittle')
  const ids = await createRefunds('brittle', 7)
  const [broken = '', down = ''] = ids
  bank.answers.set(broken, 'broken').set(down, 'down')
  expect(await sendRefunds(bank.at)).toBe(5)
  expect(await sendRefunds(bank.at)).toBe(0)
  expect(bank.requests).toHaveLength(7)
  bank.answers.clear()
  shop.clock.advance(31_000)
  expect(await sendRefunds(bank.at)).toBe(2)
})

test('asks about each refund once from two instances', async () => {
  const bank = createBank('twice')
  await createRefunds('twice', 40)
  const settled = await Promise.all([sendRefunds(bank.at), sendRefunds(bank.at)])
  expect(settled[0] + settled[1]).toBe(40)
  expect(bank.requests).toHaveLength(40)
})

test('ignores an answer about an earlier try', async () => {
  const { refundId } = await cancelPaid()
  const old = { refundId, key: `${refundId}-0` }
  await applyRefundAnswer(shop.shop, old, { status: 'failed', failure: 'Account closed' })
  await shop.shop.db.update(refunds).set({ status: 'pending', settledAt: null }).where(eq(refunds.id, refundId))
  expect(await applyRefundAnswer(shop.shop, old, { status: 'succeeded', providerRef: 're_old' })).toBe(false)
  expect(await findRow(refundId)).toMatchObject({ status: 'pending', attempts: 1 })
})
