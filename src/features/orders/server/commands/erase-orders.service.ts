import { and, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import { orderStatus, soldOutReason } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { orderAddresses, orderLinks, orderNotes, orders, orderTags } from '../orders.tables.ts'
import { packages } from '../shipping/packages.tables.ts'
import { ownReasons } from './order-commands.service.ts'

/** Statuses in which something is still to be shipped or delivered. */
export const openOrderStatuses: number[] = [
  orderStatus.unpaid,
  orderStatus.paid,
  orderStatus.preparing,
  orderStatus.packed,
  orderStatus.onHold,
  orderStatus.shipped,
]

/** Returns whether a customer has an order that is still to be shipped or delivered. */
export async function hasOpenOrder(
  db: Database,
  { customerId, email }: { customerId: string; email: string },
): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(or(eq(orders.customerId, customerId), isGuestsOf(email)), inArray(orders.statusId, openOrderStatuses)))
    .limit(1)
  return found !== undefined
}

const isGuestsOf = (email: string) => and(eq(orders.email, email), isNull(orders.customerId))

type ErasedOwner = { customerId: string; email: string; erasedEmail: string }

/** Returns the orders of an account and the guest orders of its email address. */
export async function findOrdersOf(
  db: Database,
  { customerId, email }: Pick<ErasedOwner, 'customerId' | 'email'>,
): Promise<{ id: string; number: string }[]> {
  return db
    .select({ id: orders.id, number: orders.orderNo })
    .from(orders)
    .where(or(eq(orders.customerId, customerId), isGuestsOf(email)))
}

/**
 * Erases the personal data of orders. Amounts stay, and so does the country, which taxes depend on. Notes of staff and tracking
 * numbers are removed too, since carriers would reveal the address.
 */
export async function eraseOrders(tx: Database, ids: string[], erasedEmail: string): Promise<void> {
  const isOfShopper = inArray(orders.id, ids)
  await tx
    .update(orders)
    .set({ email: erasedEmail, network: null, holdReason: null, company: null, vatNumber: null })
    .where(isOfShopper)
  // Reasons that the shop itself writes stay. Reasons that staff typed are erased.
  const isTyped = notInArray(orders.cancelReason, [...Object.values(ownReasons), soldOutReason])
  await tx.update(orders).set({ cancelReason: null }).where(and(isOfShopper, isTyped))
  const nothing = { address1: '', address2: '', houseNum: '', city: '', state: '', postcode: '' }
  await tx
    .update(orderAddresses)
    .set({ firstname: '', lastname: '', telephone: '', ...nothing })
    .where(inArray(orderAddresses.orderId, ids))
  const isShipped = isNotNull(packages.trackingNo)
  await tx
    .update(packages)
    .set({ trackingNo: '', trackingUrl: null })
    .where(and(inArray(packages.orderId, ids), isShipped))
  await tx.delete(orderLinks).where(inArray(orderLinks.orderId, ids))
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await tx.delete(orderTags).where(inArray(orderTags.orderId, ids))
}

const erasedDomain = '@erased.invalid'

/** Returns the placeholder for an erased email address. The domain accepts no mail. */
export const toErasedEmail = (customerId: string) => `erased-${customerId}${erasedDomain}`

/** Throws if the customer was erased. New personal text about an erased customer would never be erased. */
export function checkNotErased({ email }: { email: string }): void {
  if (email.endsWith(erasedDomain)) throw refuse('customer_erased')
}
