import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Returns the account of the order in this column, as a subquery; null where a guest ordered. */
export function ownerOfOrder(orderId: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`(select o.customer_id from orders o where o.id = ${orderId})`
}
