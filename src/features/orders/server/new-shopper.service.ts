import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database.ts'
import type { Shopper } from '#server/hooks.ts'
import { orderStatus } from '../orders.rules.ts'
import { orders } from './orders.tables.ts'

type Whose = { customerId: string | null; email: string | null }

/**
 * Somebody who has proved the address, whose account has no order, paid or waiting for it, and whose address never paid for one.
 * A stranger's unpaid order for that address takes nothing away. Everybody else sees the price for everybody.
 */
export async function isNewShopper(db: Database, asker: Shopper): Promise<boolean> {
  if (asker.customerId === null || !asker.isProved) return false
  return !(await hasOrder(db, asker, or(isPaid, inArray(orders.statusId, [orderStatus.unpaid, orderStatus.onHold]))))
}

/** Whether an order was ever paid for by this account or with this address. */
export async function hasEverPaid(db: Database, whose: Whose): Promise<boolean> {
  return hasOrder(db, whose, isPaid)
}

const isPaid = isNotNull(orders.paidAt)

/** A paid order of the address, or of the account with it; an order of one's own also counts in other states. */
async function hasOrder(db: Database, { customerId, email }: Whose, ownCounts: SQL | undefined): Promise<boolean> {
  const account = db
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.email, email ?? ''))
  const has = (whose: SQL, counts: SQL | undefined) =>
    exists(db.select({ id: orders.id }).from(orders).where(and(whose, counts)))
  // One question each: joined into one condition, no index would answer it and every order of the shop would be read.
  const { rows } = await db.execute<{ found: boolean }>(
    sql`select ${or(
      email ? has(eq(orders.email, email), isPaid) : undefined,
      email ? has(inArray(orders.customerId, account), isPaid) : undefined,
      customerId ? has(eq(orders.customerId, customerId), ownCounts) : undefined,
    )} as found`,
  )
  return rows[0]?.found ?? false
}
