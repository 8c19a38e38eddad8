import { createHash } from 'node:crypto'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { StaffFile } from '#contract/calls/staff-call.ts'
import { reencodeImage } from '#features/images/server/images.service.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { maxArrivalPictures } from '#features/returns/return-commands.staff.contract.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { CommandContext, Shop } from '#server/shop.ts'
import { arrivalPictures, returnItems } from '../returns.tables.ts'

/** Statuses of items that can have arrived. Rejected, canceled and closed items are not included. */
const arrivable: readonly number[] = [
  returnStatus.approved,
  returnStatus.received,
  returnStatus.refunding,
  returnStatus.refunded,
  returnStatus.refundFailed,
  returnStatus.rejected,
]

/**
 * Stores a picture of an item at its arrival. The image is checked and encoded again like any other image. An image
 * that is sent again is stored once.
 */
export async function addArrivalPicture(
  shop: Shop & CommandContext,
  { returnId, itemId, file }: { returnId: string; itemId: string; file: File },
): Promise<void> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { data, extension } = await reencodeImage(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const id = newId()
  const storageKey = `arrivals/${id.slice(0, 2)}/${id}.${extension}`
  await shop.files.write(storageKey, data)
  try {
    const isNew = await shop.db.transaction(async (tx) => {
      const [item] = await tx
        .select()
        .from(returnItems)
        .where(and(eq(returnItems.id, itemId), eq(returnItems.returnId, returnId)))
        .for('update')
      if (!item) throw refuse('not_found')
      if (!arrivable.includes(item.status)) throw refuse('return_moved_on')
      const known = await tx.select().from(arrivalPictures).where(eq(arrivalPictures.returnItemId, itemId))
      if (known.some((one) => one.sha256 === sha256)) return false
      if (known.length >= maxArrivalPictures) {
        throw refuse('too_many_there', { message: `An item can have at most ${maxArrivalPictures} pictures.` })
      }
      await tx.insert(arrivalPictures).values({
        id,
        returnItemId: itemId,
        customerId: item.customerId,
        sha256,
        mime: extension === 'png' ? 'image/png' : 'image/jpeg',
        storageKey,
        takenBy: shop.by ?? '',
        createdAt: shop.clock.now(),
      })
      return true
    })
    if (!isNew) await shop.files.remove(storageKey)
  } catch (error) {
    await shop.files.remove(storageKey)
    throw error
  }
}

/** Lists the pictures of items by item id, each with its path. */
export async function listArrivalPictures(
  db: Database,
  returnNo: string,
  items: { id: string }[],
): Promise<Map<string, { id: string; path: string }[]>> {
  const ids = items.map(({ id }) => id)
  const rows = await db
    .select({ id: arrivalPictures.id, itemId: arrivalPictures.returnItemId })
    .from(arrivalPictures)
    .where(inArray(arrivalPictures.returnItemId, ids))
    .orderBy(asc(arrivalPictures.createdAt), asc(arrivalPictures.id))
  const byItem = Map.groupBy(rows, ({ itemId }) => itemId)
  return new Map(
    [...byItem].map(([itemId, pictures]) => [
      itemId,
      pictures.map(({ id }) => ({ id, path: `/returns/${returnNo}/items/${itemId}/pictures/${id}` })),
    ]),
  )
}

/** Returns a picture if the picture belongs to this item of this return. */
export async function readArrivalPicture(
  shop: Pick<Shop, 'db' | 'files'>,
  { returnId, itemId, id }: { returnId: string; itemId: string; id: string },
): Promise<StaffFile> {
  const [found] = await shop.db
    .select({ picture: arrivalPictures })
    .from(arrivalPictures)
    .innerJoin(returnItems, eq(returnItems.id, arrivalPictures.returnItemId))
    .where(and(eq(arrivalPictures.id, id), eq(returnItems.id, itemId), eq(returnItems.returnId, returnId)))
  const bytes = found && (await shop.files.read(found.picture.storageKey))
  if (!found || !bytes) throw refuse('not_found')
  return { type: found.picture.mime, body: new Uint8Array(bytes) }
}
