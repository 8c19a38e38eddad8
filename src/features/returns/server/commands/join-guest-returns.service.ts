import { and, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import {
  arrivalPictures,
  returnComments,
  returnEvents,
  returnImages,
  returnItems,
  returnNotes,
  returns,
} from '../returns.tables.ts'

/**
 * Moves the returns of guest orders to the account that the orders have joined. Pictures belong to their order and need no
 * change.
 */
export async function joinGuestReturns(tx: Database, customerId: string, orderIds: string[]): Promise<void> {
  if (orderIds.length === 0) return
  const joined = await tx
    .update(returns)
    .set({ customerId })
    .where(and(inArray(returns.orderId, orderIds), isNull(returns.customerId)))
    .returning({ id: returns.id })
  if (joined.length === 0) return
  const ids = joined.map(({ id }) => id)
  const items = await tx
    .update(returnItems)
    .set({ customerId })
    .where(inArray(returnItems.returnId, ids))
    .returning({ id: returnItems.id })
  for (const table of [returnImages, returnComments, returnEvents, returnNotes]) {
    await tx.update(table).set({ customerId }).where(inArray(table.returnId, ids))
  }
  const itemIds = items.map(({ id }) => id)
  await tx.update(arrivalPictures).set({ customerId }).where(inArray(arrivalPictures.returnItemId, itemIds))
}
