import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { orders } from '#features/orders/server/orders.tables.ts'
import { openReturnStatuses } from '#features/returns/returns.rules.ts'
import type { Database } from '#server/database/database.ts'
import { arrivalPictures, returnComments, returnImages, returnItems, returnNotes, returns } from '../returns.tables.ts'

/** Returns whether a return of this account, or of a guest order with its email address, is still open. */
export async function hasOpenReturn(
  db: Database,
  { customerId, email }: { customerId: string; email: string },
): Promise<boolean> {
  const isOfShopper = or(eq(orders.customerId, customerId), and(eq(orders.email, email), isNull(orders.customerId)))
  const [found] = await db
    .select({ id: returns.id })
    .from(returns)
    .innerJoin(orders, eq(orders.id, returns.orderId))
    .where(and(isOfShopper, inArray(returns.status, openReturnStatuses)))
    .limit(1)
  return found !== undefined
}

export async function findReturnsOf(db: Database, orderIds: string[]): Promise<{ id: string; number: string }[]> {
  return db.select({ id: returns.id, number: returns.returnNo }).from(returns).where(inArray(returns.orderId, orderIds))
}

/**
 * Erases the texts and uploads of the shopper, and the comments, notes and pictures about the returns. Items and
 * refunds stay. Returns the files, which the caller removes after the rows.
 */
export async function eraseReturns(tx: Database, returnIds: string[]): Promise<string[]> {
  await tx.update(returns).set({ comment: '' }).where(inArray(returns.id, returnIds))
  const parcel = { deliveryCompany: null, trackingNumber: null, logisticsAt: null }
  const isOfShopper = inArray(returnItems.returnId, returnIds)
  await tx
    .update(returnItems)
    .set({
      conditionNote: '',
      ...parcel,
      notRestockedReason: sql`case when not_restocked_reason = '' then '' else 'Erased' end`,
    })
    .where(isOfShopper)
  // Comments and notes of staff can identify the shopper too.
  for (const table of [returnImages, returnComments, returnNotes]) {
    await tx.delete(table).where(inArray(table.returnId, returnIds))
  }
  const items = tx.select({ id: returnItems.id }).from(returnItems).where(isOfShopper)
  const gone = await tx
    .delete(arrivalPictures)
    .where(inArray(arrivalPictures.returnItemId, items))
    .returning({ key: arrivalPictures.storageKey })
  return gone.map(({ key }) => key)
}
