import { and, eq, ne, or } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orders } from '../orders.tables.ts'

const cancelled = 8

/** Returns whether this account or address has an order with a free item, paid or unpaid. Canceled orders do not count. */
export async function hasReceivedFreeItem(
  db: Database,
  { customerId, email }: { customerId: string | null; email: string },
): Promise<boolean> {
  const isOfShopper = or(customerId ? eq(orders.customerId, customerId) : undefined, eq(orders.email, email))
  const [found] = await db
    .select({ id: orderLines.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(isOfShopper, ne(orders.statusId, cancelled), eq(orderLines.typeName, 'zero_buy')))
    .limit(1)
  return found !== undefined
}
