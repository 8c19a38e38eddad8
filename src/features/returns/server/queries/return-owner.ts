import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { orders } from '#features/orders/server/orders.tables.ts'
import { returnItems, returns } from '../returns.tables.ts'

/**
 * Owner of a return, who may see and change the return. The owner is an account, or the guest who opened the order by
 * its access link.
 */
export type ReturnOwner = { customerId: string } | { guestOrderId: string }

export function isOrderOf(owner: ReturnOwner): SQL | undefined {
  if ('customerId' in owner) return eq(orders.customerId, owner.customerId)
  return and(eq(orders.id, owner.guestOrderId), isNull(orders.customerId))
}

export function isItemOf(owner: ReturnOwner): SQL | undefined {
  if ('customerId' in owner) return eq(returnItems.customerId, owner.customerId)
  return and(eq(returnItems.orderId, owner.guestOrderId), isNull(returnItems.customerId))
}

export function owns(owner: ReturnOwner, row: { customerId: string | null; orderId: string }): boolean {
  if ('customerId' in owner) return row.customerId === owner.customerId
  return row.customerId === null && row.orderId === owner.guestOrderId
}

/** Condition on the owner for a prepared query with the parameter `guestOrderId`. */
export const isReturnOfGuestOrder = and(
  eq(returns.orderId, sql.placeholder('guestOrderId')),
  isNull(returns.customerId),
)
