import { and, eq } from 'drizzle-orm'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { refuse } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { queueToPayMail } from '../mails/order-mails.service.ts'
import { orderEvents } from '../orders.tables.ts'
import { lockOrder } from './move-order.service.ts'

/** 5: a customer who has not paid after 5 mails does not need another mail. */
export const maxPaymentLinks = 5

/** Mails the customer a link to the payment page of the order. */
export async function sendPaymentLink(shop: CommandContext, orderId: string): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const now = shop.clock.now()
    if (order.statusId !== orderStatus.unpaid || order.expiresAt <= now) throw refuse('order_moved_on')
    const isLink = and(eq(orderEvents.orderId, orderId), eq(orderEvents.command, 'sendPaymentLink'))
    const sent = await tx.$count(orderEvents, isLink)
    if (sent >= maxPaymentLinks) {
      throw refuse('too_many_there', { message: `The payment link was already sent ${maxPaymentLinks} times.` })
    }
    await tx.insert(orderEvents).values({
      orderId,
      customerId: order.customerId,
      command: 'sendPaymentLink',
      fromStatus: order.statusId,
      toStatus: order.statusId,
      actor: 'staff',
      data: shop.by ? { by: shop.by } : {},
      at: now,
    })
    await queueToPayMail(shop, tx, order, String(sent + 1))
  })
}
