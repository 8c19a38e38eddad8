import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shopper } from '#server/hook-values.ts'
import { orders } from '../orders.tables.ts'

type Whose = { customerId: string | null; email: string | null }

/**
 * Somebody who has proved the address, whose account has no order, paid or waiting for it, and whose address never paid for one.
 * A stranger's unpaid order for that address takes nothing away. Everybody else sees the price for everybody.
 */
export async function isNewShopper(db: Database, asker: Shopper): Promise<boolean> {
  if (asker.customerId === null || !asker.isProved) return false
  const [found] = await countingWaiting(db).execute({ customerId: asker.customerId, email: asker.email })
  return !found?.hasOrder
}

/** Whether an order was ever paid for by this account or with this address. */
export async function hasEverPaid(db: Database, whose: Whose): Promise<boolean> {
  const [found] = await countingPaid(db).execute(whose)
  return found?.hasOrder ?? false
}

/** Whether anybody ever ordered here, paid or not. */
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

/** A paid order of the address, or of the account with it; an order of one's own also counts in other states. Nobody's are none. */
function prepareQuestion(name: string, ownCounts: SQL | undefined) {
  return prepareOnce((db) => {
    const email = sql.placeholder('email')
    const account = db.select({ id: customers.id }).from(customers).where(eq(customers.email, email))
    const has = (whose: SQL, counts: SQL | undefined) =>
      exists(db.select({ id: orders.id }).from(orders).where(and(whose, counts)))
    // One question each: joined into one condition, no index would answer it and every order of the shop would be read.
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
