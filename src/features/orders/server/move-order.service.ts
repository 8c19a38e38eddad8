import { and, eq, sql } from 'drizzle-orm'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import { findMove, type OrderActor, type OrderCommand } from '../orders.rules.ts'
import { orderEvents, orders } from './orders.tables.ts'

export type OrderRow = typeof orders.$inferSelect
type Changes = Partial<typeof orders.$inferInsert>

/** Takes the row for the rest of the transaction: two commands at once happen one after the other. */
export async function lockOrder(tx: Database, orderId: string): Promise<OrderRow> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, orderId)).for('update')
  if (!order) throw refuse('not_found')
  return order
}

/** The only way a status changes: asked of the table of moves, on the locked row, with its event. */
export async function moveOrder(
  tx: Database,
  order: OrderRow,
  move: { command: OrderCommand; actor: OrderActor; now: Date; set?: Changes; data?: Record<string, unknown> },
): Promise<OrderRow> {
  const allowed = findMove(move.command, order.statusId, move.actor)
  if (!allowed) throw refuse('order_moved_on')
  const [moved] = await tx
    .update(orders)
    .set({ ...move.set, statusId: allowed.to })
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
    data: move.data ?? {},
    at: move.now,
  })
  return moved
}

/** Gives back what the lines of an order hold, each piece once; in the order of the skus, so that two never wait for each other. */
export async function giveStockBack(tx: Database, orderId: string): Promise<void> {
  const held = await tx
    .update(orderLines)
    .set({ holdsStock: false })
    .where(and(eq(orderLines.orderId, orderId), eq(orderLines.holdsStock, true)))
    .returning({ skuId: orderLines.skuId })
  const counts = new Map<number, number>()
  for (const { skuId } of held) if (skuId !== null) counts.set(skuId, (counts.get(skuId) ?? 0) + 1)
  for (const [skuId, count] of [...counts].sort(([a], [b]) => a - b)) {
    await tx
      .update(skus)
      .set({ inventory: sql`${skus.inventory} + ${count}` })
      .where(eq(skus.id, skuId))
  }
}
