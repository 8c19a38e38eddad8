import { and, eq, inArray } from 'drizzle-orm'
import type { Database } from '#server/database.ts'
import { openReturnStatuses } from '../returns.rules.ts'
import { arrivalPictures, returnImages, returnNotes, returns } from './returns.tables.ts'

export async function hasOpenReturn(db: Database, customerId: string): Promise<boolean> {
  const [found] = await db
    .select({ id: returns.id })
    .from(returns)
    .where(and(eq(returns.customerId, customerId), inArray(returns.status, openReturnStatuses)))
    .limit(1)
  return found !== undefined
}

/** What the shopper wrote and showed goes, and what was photographed of it; what came back and was paid stays. Answers the files, which go after the rows. */
export async function eraseReturns(tx: Database, customerId: string): Promise<string[]> {
  await tx.update(returns).set({ comment: '' }).where(eq(returns.customerId, customerId))
  await tx.delete(returnImages).where(eq(returnImages.customerId, customerId))
  // What was noted about them names them as easily as what they wrote.
  await tx.delete(returnNotes).where(eq(returnNotes.customerId, customerId))
  const gone = await tx
    .delete(arrivalPictures)
    .where(eq(arrivalPictures.customerId, customerId))
    .returning({ key: arrivalPictures.storageKey })
  return gone.map(({ key }) => key)
}
