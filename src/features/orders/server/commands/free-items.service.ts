import { and, eq, ne, or } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { orderLines } from '../order-lines.tables.ts'
import { orders } from '../orders.tables.ts'

const cancelled = 8

/** Whether an order of this account or address, paid or not yet, has a free item in it; a cancelled one gave it back. */
export async function hasHadFreeItem(
  db: Database,
  { customerId, email }: { customerId: string | null; email: string },
): Promise<boolean> {
  const isTheirs = or(customerId ? eq(orders.customerId, customerId) : undefined, eq(orders.email, email))
  const [found] = await db
    .select({ id: orderLines.id })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(and(isTheirs, ne(orders.statusId, cancelled), eq(orderLines.typeName, 'zero_buy')))
    .limit(1)
  return found !== undefined
}
