import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { readCurrencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import type { OrderRow } from './move-order.service.ts'
import { orderLines } from './order-lines.tables.ts'
import { orderAddresses, orderEvents, orders } from './orders.tables.ts'
import { packageEvents, packages } from './packages.tables.ts'

export async function findOrderByNo(db: Database, orderNo: string): Promise<OrderRow> {
  const [order] = await db.select().from(orders).where(eq(orders.orderNo, orderNo))
  if (!order) throw refuse('not_found', { message: `There is no order ${orderNo}.` })
  return order
}

type Wanted = { statuses: number[]; email?: string | undefined; limit: number }

/** Everybody's orders, the longest wait first; those of one address with the newest first. */
export function listOrdersForStaff(db: Database, { statuses, email, limit }: Wanted) {
  const isWanted = inArray(orders.statusId, statuses)
  return db
    .select({
      order: orders,
      decimals: currencies.decimals,
      lineCount: sql<number>`(select count(*)::int from order_lines l where l.order_id = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(currencies, eq(currencies.code, orders.currency))
    .where(email ? sql`${isWanted} and ${eq(orders.email, email.toLowerCase())}` : isWanted)
    .orderBy(email ? desc(orders.createdAt) : asc(orders.createdAt))
    .limit(limit)
}

export type OrderSheet = Awaited<ReturnType<typeof readOrderSheet>>

/** Everything there is to know about an order. */
export async function readOrderSheet(db: Database, order: OrderRow) {
  const { decimals } = await readCurrencyStyle(db, order.currency)
  const [address] = await db.select().from(orderAddresses).where(eq(orderAddresses.orderId, order.id))
  const lines = await listLines(db, order.id)
  const parcels = await listParcels(db, order.id)
  const told = await db
    .select()
    .from(packageEvents)
    .where(
      inArray(
        packageEvents.packageId,
        parcels.map(({ id }) => id),
      ),
    )
    .orderBy(asc(packageEvents.at), asc(packageEvents.id))
  const history = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, order.id))
    .orderBy(asc(orderEvents.id))
  return {
    order,
    decimals,
    address,
    lines,
    parcels: parcels.map((parcel) => ({ ...parcel, events: told.filter(({ packageId }) => packageId === parcel.id) })),
    history,
  }
}

/** An order's lines as everybody counts them. */
export function listLines(db: Database, orderId: string) {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(asc(orderLines.position))
}

/** An order's parcels as staff count them. */
export function listParcels(db: Database, orderId: string) {
  return db
    .select()
    .from(packages)
    .where(eq(packages.orderId, orderId))
    .orderBy(asc(packages.packedAt), asc(packages.id))
}
