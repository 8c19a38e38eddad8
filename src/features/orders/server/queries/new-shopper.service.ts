import { and, eq, exists, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import { orderStatus } from '#features/orders/orders.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shopper } from '#server/hook-values.ts'
import { orderAddresses, orders } from '../orders.tables.ts'

type ShopperIdentity = { customerId: string | null; email: string | null }

/**
 * Returns whether a shopper gets new-user prices. The address must be verified, the account must have no paid or
 * waiting order, and the address must have no paid order. A stranger's unpaid order for the address does not count.
 */
export async function isNewShopper(db: Database, actor: Shopper): Promise<boolean> {
  if (actor.customerId === null || !actor.isVerified) return false
  const [found] = await hasPaidOrWaitingOrder(db).execute({ customerId: actor.customerId, email: actor.email })
  return !found?.hasOrder
}

/** Returns whether this account or email address has ever paid for an order. */
export async function hasEverPaid(db: Database, identity: ShopperIdentity): Promise<boolean> {
  const [found] = await hasPaidOrder(db).execute(identity)
  return found?.hasOrder ?? false
}

/** Returns whether the shop has any order, paid or unpaid. */
export async function hasOrders(db: Database): Promise<boolean> {
  const found = await db.select({ id: orders.id }).from(orders).limit(1)
  return found.length > 0
}

/** Returns whether any order in a currency went to one of the countries. */
export async function hasOrdersTo(
  db: Database,
  { currency, countries }: { currency: string; countries: string[] },
): Promise<boolean> {
  const found = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderAddresses, eq(orderAddresses.orderId, orders.id))
    .where(and(inArray(orderAddresses.country, countries), eq(orders.currency, currency)))
    .limit(1)
  return found.length > 0
}

const isPaid = isNotNull(orders.paidAt)

const hasPaidOrder = prepareHasOrder('has_order_paid', isPaid)
const hasPaidOrWaitingOrder = prepareHasOrder(
  'has_order_paid_or_waiting',
  or(isPaid, inArray(orders.statusId, [orderStatus.unpaid, orderStatus.onHold])),
)

/**
 * Prepares the query that checks for an order of an account or email address. Paid orders of the account or the address
 * match. Unpaid orders of the account match if they meet `ownOrderCondition`. Without an account and an address, there
 * is no match.
 */
function prepareHasOrder(name: string, ownOrderCondition: SQL | undefined) {
  return prepareOnce((db) => {
    const email = sql.placeholder('email')
    const account = db.select({ id: customers.id }).from(customers).where(eq(customers.email, email))
    const has = (identity: SQL, counts: SQL | undefined) =>
      exists(db.select({ id: orders.id }).from(orders).where(and(identity, counts)))
    // Separate conditions, each with its own index. A single combined condition would read every order of the shop.
    const hasOrder = or(
      has(eq(orders.email, email), isPaid),
      has(inArray(orders.customerId, account), isPaid),
      has(eq(orders.customerId, sql.placeholder('customerId')), ownOrderCondition),
    )
    return db
      .select({ hasOrder: sql<boolean>`${hasOrder}` })
      .from(sql`(select) nothing`)
      .prepare(name)
  })
}
