import { and, eq, inArray, isNull, or } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { orderStatus } from '../orders.rules.ts'
import { orderAddresses, orderNotes, orders, orderTags } from './orders.tables.ts'

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

/** Bills stay, without name, street and address; the country stays, by which taxes are told. Guests' finished orders of the address too. */
export async function eraseOrders(tx: Database, { customerId, email, erasedEmail }: Who): Promise<void> {
  const theirs = await tx
    .update(orders)
    .set({ email: erasedEmail, network: null })
    .where(or(eq(orders.customerId, customerId), isGuestsOf(email)))
    .returning({ id: orders.id })
  const ids = theirs.map(({ id }) => id)
  if (ids.length === 0) return
  const nothing = { address1: '', address2: '', houseNum: '', city: '', state: '', postcode: '' }
  await tx
    .update(orderAddresses)
    .set({ firstname: '', lastname: '', telephone: '', ...nothing })
    .where(inArray(orderAddresses.orderId, ids))
  await tx.delete(orderNotes).where(inArray(orderNotes.orderId, ids))
  await tx.delete(orderTags).where(inArray(orderTags.orderId, ids))
}
