import { and, eq } from 'drizzle-orm'
import { findMove, type OrderActor, type OrderCommand } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { orderEvents, orders } from '../orders.tables.ts'

export type OrderRow = typeof orders.$inferSelect
type Changes = Partial<typeof orders.$inferInsert>

/** Locks the row for the rest of the transaction, so that concurrent commands run one after the other. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw refuse('not_found')
  return order
}

/**
 * Moves an order to another status. Only this function changes a status: it checks the table of moves on the locked row and
 * records an event.
 */
export async function moveOrder(
  tx: Database,
  order: OrderRow,
  move: {
    command: OrderCommand
    actor: OrderActor
    /** Name of the staff member who made the move, if any. */
    by?: string | undefined
    now: Date
    set?: Changes
    data?: Record<string, unknown>
  },
): Promise<OrderRow> {
  const allowed = findMove(move.command, order.statusId, move.actor)
  if (!allowed) throw refuse('order_moved_on')
  const [moved] = await tx
    .update(orders)
    // Once an order has moved, it no longer waits for its payment, so the network and the end of the stock hold are
    // cleared.
    .set({ network: null, stockHeldUntil: null, ...move.set, statusId: allowed.to })
    .where(and(eq(orders.id, order.id), eq(orders.statusId, order.statusId)))
    .returning()
  if (!moved) throw refuse('order_moved_on')
  await tx.insert(orderEvents).values({
    orderId: order.id,
    customerId: order.customerId,
    command: move.command,
    fromStatus: order.statusId,
    toStatus: allowed.to,
    actor: move.actor,
    data: { ...move.data, ...(move.by && { by: move.by }) },
    at: move.now,
  })
  return moved
}
