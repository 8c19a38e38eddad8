import { and, eq, inArray, isNotNull, isNull, notInArray, or } from 'drizzle-orm'
import { orderStatus, soldOutReason } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { orderAddresses, orderLinks, orderNotes, orders, orderTags } from '../orders.tables.ts'
import { packages } from '../shipping/packages.tables.ts'
import { ownReasons } from './order-commands.service.ts'

/** Something is still to be sent, or to arrive. */
export const openOrderStatuses: number[] = [
  orderStatus.unpaid,
  orderStatus.paid,
  orderStatus.preparing,
  orderStatus.packed,
  orderStatus.onHold,
  orderStatus.shipped,
]

/** Whether something is still to be sent to somebody, or to arrive. */
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

type Who = { customerId: string; email: string; erasedEmail: string }

/** Theirs, and those of their address without an account. */
export async function findOrdersOf(
  db: Database,
  { customerId, email }: Pick<Who, 'customerId' | 'email'>,
): Promise<{ id: string; number: string }[]> {
  return db
    .select({ id: orders.id, number: orders.orderNo })
    .from(orders)
    .where(or(eq(orders.customerId, customerId), isGuestsOf(email)))
}

/**
 * Bills stay, without name, street and address; the country stays, by which taxes are told. With who it was goes what staff
 * wrote about it, and the numbers by which a carrier would still tell where it went.
 */
export async function eraseOrders(tx: Database, ids: string[], erasedEmail: string): Promise<void> {
  const isTheirs = inArray(orders.id, ids)
  await tx.update(orders).set({ email: erasedEmail, network: null, holdReason: null }).where(isTheirs)
  // Who cancelled it is told by these sentences of the shop; all others were typed.
  const isTyped = notInArray(orders.cancelReason, [...Object.values(ownReasons), soldOutReason])
  await tx.update(orders).set({ cancelReason: null }).where(and(isTheirs, isTyped))
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

/** What stands in place of an address: nobody has it, and no mail can go there. */
export const toErasedEmail = (customerId: string) => `erased-${customerId}${erasedDomain}`

/** Nothing is written about whoever asked to be forgotten: nobody would take it out again. */
export function checkNotErased({ email }: { email: string }): void {
  if (email.endsWith(erasedDomain)) throw refuse('customer_erased')
}
