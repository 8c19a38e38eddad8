import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database.ts'
import type { Shopper } from '#server/hooks.ts'
import { orderStatus } from '../orders.rules.ts'
import { orders } from './orders.tables.ts'

/**
 * Somebody who has proved the address, whose account has no order, paid or waiting for it, and whose address never paid for one.
 * A stranger's unpaid order for that address takes nothing away. Everybody else sees the price for everybody.
 */
export async function isNewShopper(db: Database, asker: Shopper): Promise<boolean> {
  if (asker.customerId === null || !asker.isProved) return false
  const isTheirs = and(
    eq(orders.customerId, asker.customerId),
    or(isNotNull(orders.paidAt), inArray(orders.statusId, [orderStatus.unpaid, orderStatus.onHold])),
  )
  const [known] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(or(isTheirs, and(eq(orders.email, asker.email), isNotNull(orders.paidAt))))
    .limit(1)
  return !known
}

/** Whether an order was ever paid for by this account or with this address. */
export async function hasEverPaid(
  db: Database,
  { customerId, email }: { customerId: string | null; email: string | null },
): Promise<boolean> {
  const account = db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, email ?? ''))
  const hasPaid = (whose: SQL) =>
    exists(
      db
        .select({ id: orders.id })
        .from(orders)
        .where(and(whose, isNotNull(orders.paidAt))),
    )
  // One question each: joined into one condition, no index would answer it and every order of the shop would be read.
  const { rows } = await db.execute<{ has_paid: boolean }>(
    sql`select ${or(
      email ? hasPaid(eq(orders.email, email)) : undefined,
      email ? hasPaid(inArray(orders.customerId, account)) : undefined,
      customerId ? hasPaid(eq(orders.customerId, customerId)) : undefined,
    )} as has_paid`,
  )
  return rows[0]?.has_paid ?? false
}
