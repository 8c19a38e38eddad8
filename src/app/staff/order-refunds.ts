import { eq, sql } from 'drizzle-orm'
import { refundOrder } from '#features/orders/server/order-commands.service.ts'
import { refunds } from '#features/payments/server/payments.tables.ts'
import { settleRefund } from '#features/payments/server/refunds.service.ts'
import { goesThroughProvider, sendRefunds } from '#features/payments/server/send-refunds.service.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { findOrder, type OrderRow } from './orders.ts'

/** The refund of a cancelled order: sent, tried again after a failure, or confirmed by hand where no provider reports back. */
export async function refundCancelled(shop: Shop, rest: string[]): Promise<string> {
  const order = await findOrder(shop, rest)
  await shop.db.transaction(async (tx) => {
    const failed = sql`${eq(refunds.orderId, order.id)} and kind = 'order' and status = 'failed'`
    const [again] = await tx.select({ id: refunds.id }).from(refunds).where(failed)
    if (again) await refundOrder(shop, tx, order)
  })
  if (await goesThroughProvider(shop, { orderId: order.id })) {
    await sendRefunds(shop, { orderId: order.id })
    return tellOrderRefund(shop, order)
  }
  const pending = await shop.db
    .select({ id: refunds.id, amount: refunds.amount })
    .from(refunds)
    .where(sql`${eq(refunds.orderId, order.id)} and kind = 'order' and status = 'pending'`)
  if (pending.length === 0)
    throw refuse('order_moved_on', {
      message: `${order.orderNo} has no refund that waits. Refunds of returns go by the return’s number.`,
    })
  for (const { id } of pending) {
    await shop.db.transaction((tx) =>
      settleRefund(tx, id, { status: 'succeeded', at: shop.clock.now(), providerRef: `staff-${id}` }),
    )
  }
  return `The refund of ${order.orderNo} is confirmed.`
}

async function tellOrderRefund({ db }: Shop, { id, orderNo }: OrderRow): Promise<string> {
  const [refund] = await db
    .select()
    .from(refunds)
    .where(sql`${eq(refunds.orderId, id)} and kind = 'order'`)
  if (refund?.status === 'succeeded') return `The refund of ${orderNo} is through.`
  if (refund?.status === 'failed') return `The refund of ${orderNo} failed: ${refund.failure}`
  return `The refund of ${orderNo} is on its way.`
}
