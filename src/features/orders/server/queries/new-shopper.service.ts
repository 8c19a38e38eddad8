import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shopper } from '#server/hook-values.ts'
import { orders } from '../orders.tables.ts'

type Whose = { customerId: string | null; email: string | null }

/**
 * Returns whether a shopper gets new-user prices: verified address, no paid or waiting order of the account, and no paid order of
 * the address. A stranger's unpaid order for the address does not count.
 */
export async function isNewShopper(db: Database, asker: Shopper): Promise<boolean> {
  if (asker.customerId === null || !asker.isProved) return false
  const [found] = await countingWaiting(db).execute({ customerId: asker.customerId, email: asker.email })
  return !found?.hasOrder
}

/** Returns whether this account or email address has ever paid for an order. */
export async function hasEverPaid(db: Database, whose: Whose): Promise<boolean> {
  const [found] = await countingPaid(db).execute(whose)
  return found?.hasOrder ?? false
}

/** Returns whether the shop has any order, paid or unpaid. */
export async function hasOrders(db: Database): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).limit(1)
  return found.length > 0
}

const isPaid = isNotNull(orders.paidAt)

const countingPaid = prepareQuestion('has_order_paid', isPaid)
const countingWaiting = prepareQuestion(
  'has_order_paid_or_waiting',
  or(isPaid, inArray(orders.statusId, [orderStatus.unpaid, orderStatus.onHold])),
)

/**
 * Prepares the query for an order of an account or email address. Paid orders of either count, and orders of the account also in
 * the other given states. Without account and address there is no match.
 */
function prepareQuestion(name: string, ownCounts: SQL | undefined) {
  return prepareOnce((db) => {
    const email = sql.placeholder('email')
    const account = db.select({ id: customers.id }).from(customers).where(eq(customers.email, email))
    const has = (whose: SQL, counts: SQL | undefined) =>
      exists(db.select({ id: orders.id }).from(orders).where(and(whose, counts)))
    // Separate conditions, each with its own index. Joined into one condition, they would read every order of the shop.
    const hasOrder = or(
      has(eq(orders.email, email), isPaid),
      has(inArray(orders.customerId, account), isPaid),
      has(eq(orders.customerId, sql.placeholder('customerId')), ownCounts),
    )
    return db
      .select({ hasOrder: sql<boolean>`${hasOrder}` })
      .from(sql`(select) nothing`)
      .prepare(name)
  })
}
