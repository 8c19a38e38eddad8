import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { openReturnStatuses } from '../returns.rules.ts'
import { arrivalPictures, returnComments, returnImages, returnItems, returnNotes, returns } from './returns.tables.ts'

export async function hasOpenReturn(db: Database, customerId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.customerId, customerId), inArray(returns.status, openReturnStatuses)))
    .limit(1)
  return found !== undefined
}

export async function findReturnsOf(db: Database, customerId: string): Promise<{ id: string; number: string }[]> {
  return db.select({ id: returns.id, number: returns.returnNo }).from(returns).where(eq(returns.customerId, customerId))
}

/**
 * What the shopper wrote and showed goes, and what was written to them, noted and photographed of it; what came back and was
 * paid stays. Answers the files, which go after the rows.
 */
export async function eraseReturns(tx: Database, customerId: string): Promise<string[]> {
  await tx.update(returns).set({ comment: '' }).where(eq(returns.customerId, customerId))
  const parcel = { deliveryCompany: null, trackingNumber: null, logisticsAt: null }
  await tx
    .update(returnItems)
    .set({ conditionNote: '', ...parcel })
    .where(eq(returnItems.customerId, customerId))
  // What was said to them or noted about them names them as easily as what they wrote.
  for (const table of [returnImages, returnComments, returnNotes]) {
    await tx.delete(table).where(eq(table.customerId, customerId))
  }
  const gone = await tx
    .delete(arrivalPictures)
    .where(eq(arrivalPictures.customerId, customerId))
    .returning({ key: arrivalPictures.storageKey })
  return gone.map(({ key }) => key)
}
