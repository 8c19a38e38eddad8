import { and, eq } from 'drizzle-orm'
import type { OrderRow } from '#features/orders/server/move-order.service.ts'
import type { Database } from '#server/database.ts'
import { newId } from '#server/ids.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { confirmPayment } from './payments.service.ts'
import { refunds } from './payments.tables.ts'
import { type Refund, refundOrder, settleRefund } from './refunds.service.ts'
import { goesThroughProvider, sendRefunds } from './send-refunds.service.ts'

/** Money that came another way than through the provider, such as a bank transfer. */
export async function confirmByHand(shop: Shop, order: OrderRow, method: string) {
  const ref = newId()
  const { id: orderId, totalAmount: amount, currency } = order
  const report = { provider: 'staff', eventId: ref, providerRef: ref, orderId, method, amount, currency }
  return (await confirmPayment(shop, report, 'staff')).order
}

/** The refund of a cancelled order: sent, tried again after a failure, or confirmed by hand where no provider reports back. */
export async function refundCancelledOrder(
  shop: Shop,
  order: OrderRow,
): Promise<{ isByHand: boolean; refund: Refund | undefined }> {
  await shop.db.transaction(async (tx) => {
    const [failed] = await listOrderRefunds(tx, order.id, 'failed')
    if (failed) await refundOrder(shop, tx, order)
  })
  if (await goesThroughProvider(shop, { orderId: order.id })) {
    await sendRefunds(shop, { orderId: order.id })
    const [refund] = await listOrderRefunds(shop.db, order.id)
    return { isByHand: false, refund }
  }
  const pending = await listOrderRefunds(shop.db, order.id, 'pending')
  if (pending.length === 0)
    throw refuse('order_moved_on', {
      message: `${order.orderNo} has no refund that waits. Refunds of returns go by the return’s number.`,
    })
  for (const { id } of pending) {
    await shop.db.transaction((tx) =>
      settleRefund(tx, id, { status: 'succeeded', at: shop.clock.now(), providerRef: `staff-${id}` }),
    )
  }
  return { isByHand: true, refund: pending[0] }
}

function listOrderRefunds(db: Database, orderId: string, status?: Refund['status']): Promise<Refund[]> {
  const isOfOrder = and(eq(refunds.orderId, orderId), eq(refunds.kind, 'order'))
  return db
    .select()
    .from(refunds)
    .where(status ? and(isOfOrder, eq(refunds.status, status)) : isOfOrder)
}
