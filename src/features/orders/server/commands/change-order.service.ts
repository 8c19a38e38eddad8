import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { AddressInput } from '#features/addresses/addresses.contract.ts'
import { checkAddress, checkShipsTo } from '#features/addresses/server/check-address.service.ts'
import { canMove, orderStatus } from '#features/orders/orders.rules.ts'
import { type AddressReason, canCancelLines, canChangeAddress } from '#features/orders/orders.staff.rules.ts'
import { newId } from '#server/database/ids.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { CommandContext } from '#server/shop.ts'
import { queueLinesCancelledMail } from '../mails/order-mails.service.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orderAddresses, orderEvents, orderNotes } from '../orders.tables.ts'
import { checkNotErased } from './erase-orders.service.ts'
import { lockOrder, type OrderRow } from './move-order.service.ts'
import { cancelOrder } from './order-commands.service.ts'
import { releaseStock } from './stock.service.ts'

type LineCancelling = { orderId: string; lineIds: string[]; reason?: string | undefined }

/**
 * Cancels lines of a paid order before it is packed, and gives back their stock and money. Canceling all remaining
 * lines cancels the order. Lines that are canceled already stay canceled.
 */
export async function cancelLines(shop: CommandContext, cancelling: LineCancelling): Promise<OrderRow> {
  const { orderId, lineIds, reason = '' } = cancelling
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const order = await lockOrder(tx, orderId)
    const lines = await tx
      .select({ id: orderLines.id, cancelledAt: orderLines.cancelledAt })
      .from(orderLines)
      .where(eq(orderLines.orderId, orderId))
      .orderBy(asc(orderLines.position))
      .for('update')
    if (lineIds.some((id) => !lines.some((line) => line.id === id))) {
      throw refuseFields({ line_ids: ['Every line must belong to this order'] })
    }
    const activeLines = lines.filter(({ cancelledAt }) => cancelledAt === null)
    const cancelledLineIds = activeLines.filter(({ id }) => lineIds.includes(id)).map(({ id }) => id)
    if (cancelledLineIds.length === 0) return order
    if (cancelledLineIds.length === activeLines.length) {
      return cancelOrder(inside, { orderId, actor: 'staff', ...(reason && { reason }) })
    }
    if (!canMove('cancelOrder', order.statusId, 'staff') || order.statusId === orderStatus.unpaid)
      throw refuse('order_moved_on')
    if (!canCancelLines(order.statusId)) throw refuse('unpack_first')
    const now = shop.clock.now()
    await releaseStock(tx, orderId, cancelledLineIds)
    await tx
      .update(orderLines)
      .set({ cancelledAt: now })
      .where(and(inArray(orderLines.id, cancelledLineIds), isNull(orderLines.cancelledAt)))
    await tx.insert(orderEvents).values({
      orderId,
      customerId: order.customerId,
      command: 'cancelLines',
      fromStatus: order.statusId,
      toStatus: order.statusId,
      actor: 'staff',
      data: { lineIds: cancelledLineIds, ...(reason && { reason }), ...(shop.by && { by: shop.by }) },
      at: now,
    })
    let refundAmount = 0
    for (const tell of shop.hooks.onLinesCancelled)
      refundAmount += await tell(inside, tx, { order, lineIds: cancelledLineIds, reason })
    await queueLinesCancelledMail(shop, tx, order, { lineIds: cancelledLineIds, refundAmount, reason })
    return lockOrder(tx, orderId)
  })
}

/**
 * Changes the address until the order is handed over to a carrier. The history records the change without the address,
 * because addresses can be erased but events cannot.
 */
export async function changeAddress(
  shop: CommandContext,
  { orderId, address, why }: { orderId: string; address: AddressInput; why?: AddressReason | undefined },
): Promise<void> {
  const {
    address_1: address1,
    address_2: address2,
    house_num: houseNum,
    ...same
  } = checkAddress(address, {
    isByStaff: true,
  })
  await shop.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!canChangeAddress(order.statusId)) throw refuse('order_moved_on')
    const [old] = await tx.select().from(orderAddresses).where(eq(orderAddresses.orderId, orderId))
    // An order keeps its original country, even if the shop no longer ships there.
    if (address.country !== old?.country) await checkShipsTo(tx, address.country)
    const columns = { ...same, address1, address2, houseNum }
    await tx
      .insert(orderAddresses)
      .values({ orderId, customerId: order.customerId, ...columns })
      .onConflictDoUpdate({ target: orderAddresses.orderId, set: columns })
    await tx.insert(orderEvents).values({
      orderId,
      customerId: order.customerId,
      command: 'changeAddress',
      fromStatus: order.statusId,
      toStatus: order.statusId,
      actor: 'staff',
      data: { ...(why && { why }), ...(shop.by && { by: shop.by }) },
      at: shop.clock.now(),
    })
  })
}

/** Limit of notes. The page of an order shows all notes at once. */
export const maxOrderNotes = 200

/** Adds a note for colleagues. Shoppers never see notes. */
export async function writeNote(
  { db, clock, by = '' }: CommandContext,
  { orderId, body }: { orderId: string; body: string },
): Promise<void> {
  await db.transaction(async (tx) => {
    checkNotErased(await lockOrder(tx, orderId))
    const written = await tx.$count(orderNotes, eq(orderNotes.orderId, orderId))
    if (written >= maxOrderNotes) throw refuse('too_many_there')
    await tx.insert(orderNotes).values({ id: newId(), orderId, body, author: by, at: clock.now() })
  })
}
