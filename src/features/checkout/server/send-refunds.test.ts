import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { lockOrder } from '#features/orders/server/move-order.service.ts'
import { cancelOrder } from '#features/orders/server/order-commands.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { buy, goods, pay, stockShop } from '#testing/stocked-shop.ts'
import { testShop } from '#testing/test-shop.ts'
import { refunds } from './payments.tables.ts'
import { settleRefund } from './refunds.service.ts'
import { takeRefundAnswer } from './send-refunds.service.ts'

const shop = testShop()
beforeAll(() => stockShop(shop.shop.db, shop.clock.now()))

/** A refund of a whole order that waits for its provider. */
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

test('an answer about a refund waits for the order before it touches the refund, so that two never block each other', async () => {
  const { orderId, refundId } = await cancelPaid()
  const answered = await shop.shop.db.transaction(async (tx) => {
    await lockOrder(tx, orderId)
    const taking = takeRefundAnswer(shop.shop, refundId, { status: 'succeeded', providerRef: 're_1' })
    await expect.poll(countWaiting).toBe(1)
    await tx.select().from(refunds).where(eq(refunds.id, refundId)).for('update', { noWait: true })
    return { taking }
  })
  expect(await answered.taking).toBe(true)
})

test('answers of the provider and of staff at the same moment count once', async () => {
  const { orderId, refundId, totalAmount } = await cancelPaid()
  const at = shop.clock.now()
  const all = await Promise.all(
    Array.from({ length: 12 }, (_, round) =>
      round % 2
        ? takeRefundAnswer(shop.shop, refundId, { status: 'succeeded', providerRef: 're_2' })
        : shop.shop.db.transaction(
            async (tx) => (await settleRefund(tx, refundId, { status: 'succeeded', at })).isSettledNow,
          ),
    ),
  )
  expect(all.filter(Boolean)).toHaveLength(1)
  const [order] = await shop.shop.db.select().from(orders).where(eq(orders.id, orderId))
  expect(order?.refundedAmount).toBe(totalAmount)
})
