import { eq } from 'drizzle-orm'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orderEvents, orders } from '#features/orders/server/orders.tables.ts'
import type { Database } from '#server/database/database.ts'

// Data of an order in the database, for behavior that no call shows.

export async function readOrder(db: Database, orderId: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!order) throw new Error('no such order')
  return order
}

export async function readLines(db: Database, orderId: string) {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.position)
}

export async function readStock(db: Database, skuId: number): Promise<number> {
  const [sku] = await db.select().from(skus).where(eq(skus.id, skuId))
  return sku?.inventory ?? -1
}

export async function readEvents(db: Database, orderId: string) {
  return db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)
}

export async function readCommands(db: Database, orderId: string): Promise<string[]> {
  return (await readEvents(db, orderId)).map(({ command }) => command)
}
