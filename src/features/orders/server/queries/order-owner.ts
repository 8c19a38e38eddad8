import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/** Returns the account of the order in this column, as a subquery. Null for a guest order. */
export function ownerOfOrder(orderId: AnyPgColumn): SQL<string | null> {
  return sql<string | null>`(select o.customer_id from orders o where o.id = ${orderId})`
}
