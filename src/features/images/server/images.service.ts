import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type ImageType, isTooBig } from '#contract/image-limits.ts'
import { dayMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import { Refused, refuse } from '#server/http/refuse.ts'
import { processInBatches } from '#server/jobs/process-in-batches.ts'
import type { Shop } from '#server/shop.ts'
import { imageKeptSide, imageMaxPixels, sniffImage } from '../images.rules.ts'
import { images } from './images.tables.ts'
import { listImageKeys, readSmallImage } from './small-images.service.ts'

export type ImageKind = (typeof images.$inferSelect)['kind']
export type StoredImage = { id: string; url: string }
/** The owner of a picture: an account, or a guest order that the shopper opened with its access link. */
export type ImageOwner = { customerId: string } | { guestOrderId: string }
type NewImage = ImageOwner & { kind: ImageKind; bytes: Uint8Array }

const keptUnusedMs = dayMs

/**
 * Checks a picture, encodes it again without any other data of the file, and stores the new file. The same file is
 * stored only once.
 */
export async function storeImage(shop: Shop, { kind, bytes, ...owner }: NewImage): Promise<StoredImage> {
  const type = checkFile(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const isTheirs =
    'customerId' in owner ? eq(images.customerId, owner.customerId) : eq(images.orderId, owner.guestOrderId)
  const same = and(isTheirs, eq(images.kind, kind), eq(images.sha256, sha256))
  const now = shop.clock.now()
  const expiresAt = new Date(now.getTime() + keptUnusedMs)
  // A repeated upload renews the expiry, because the shopper is about to use the picture.
  const findSame = () => shop.db.update(images).set({ expiresAt }).where(same).returning({ id: images.id })
  const [known] = await findSame()
  if (known) return toStoredImage(known.id)
  const encoded = await reencode(bytes, type)
  const id = newId()
  const storageKey = `images/${id.slice(0, 2)}/${id}.${type === 'image/png' ? 'png' : 'jpg'}`
  await shop.files.write(storageKey, encoded.data)
  const [made] = await shop.db
    .insert(images)
    .values({
      id,
      ...('customerId' in owner ? { customerId: owner.customerId } : { orderId: owner.guestOrderId }),
      kind,
      sha256,
      mime: type,
      width: encoded.width,
      height: encoded.height,
      bytes: encoded.data.length,
      storageKey,
      createdAt: now,
      expiresAt,
    })
    .onConflictDoNothing()
    .returning({ id: images.id })
  if (made) return toStoredImage(made.id)
  // A concurrent request has stored the same file meanwhile.
  await shop.files.remove(storageKey)
  const [first] = await findSame()
  if (!first) throw refuse('image_gone')
  return toStoredImage(first.id)
}

/** Returns a picture in the format that pages receive. */
export const toStoredImage = (id: string): StoredImage => ({ id, url: toImageUrl(id) })

export function toImageUrl(imageId: string): string {
  return `/images/${imageId}`
}

/**
 * Marks pictures as used. Rejects pictures of other customers, pictures of another kind, and deleted pictures with the
 * same error.
 */
export async function attachImages(
  tx: Database,
  { kind, ids, now, ...owner }: ImageOwner & { kind: ImageKind; ids: string[]; now: Date },
): Promise<void> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return
  const used = await tx
    .update(images)
    .set({ usedAt: sql`coalesce(${images.usedAt}, ${now})` })
    .where(and(inArray(images.id, uniqueIds), isSentBy(owner), eq(images.kind, kind)))
    .returning({ id: images.id })
  if (used.length !== uniqueIds.length) throw refuse('image_gone')
}

/** Condition on `images`: pictures sent by this account, or with this guest order. */
function isSentBy(owner: ImageOwner): SQL {
  return 'guestOrderId' in owner ? eq(images.orderId, owner.guestOrderId) : eq(images.customerId, owner.customerId)
}

/**
 * Condition on `images`: pictures owned by this account or guest order. If the guest order moves to an account, its
 * pictures follow.
 */
function isOwnedBy({ hooks }: Shop, owner: ImageOwner): SQL | undefined {
  const ownerOfOrder = hooks.ownerOfOrder(images.orderId)
  if ('guestOrderId' in owner) return and(isSentBy(owner), isNull(ownerOfOrder))
  return or(isSentBy(owner), eq(ownerOfOrder, owner.customerId))
}

type ImageRequest = { imageId: string; owners: ImageOwner[]; isSmall: boolean }
type Served = { bytes: Uint8Array; mime: ImageType | 'image/webp'; isSmall: boolean; isPublic: boolean }

/** Returns the bytes of a picture or of its small copy. Returns null if the visitor may not see the picture. */
export async function readImage(shop: Shop, { imageId, owners, isSmall }: ImageRequest): Promise<Served | null> {
  const isForAll = or(sql`false`, ...shop.hooks.publicImages.map((isPublicImage) => isPublicImage(shop.db)))
  const [found] = await shop.db
    .select({
      image: images,
      isPublic: sql<boolean>`${isForAll}`,
      isOwn: sql<boolean>`coalesce(${or(sql`false`, ...owners.map((owner) => isOwnedBy(shop, owner)))}, false)`,
    })
    .from(images)
    .where(eq(images.id, imageId))
  if (!found) return null
  const { image, isPublic, isOwn } = found
  if (!isPublic && !isOwn) return null
  const small = isSmall ? await readSmallImage(shop, image) : null
  if (small) return { bytes: small, mime: 'image/webp', isSmall: true, isPublic }
  const bytes = await shop.files.read(image.storageKey)
  return bytes && { bytes, mime: image.mime, isSmall: false, isPublic }
}

/**
 * Returns the bytes of a picture for staff. Callers must check the scope of the staff member first. The parameter `of`
 * restricts the picture to a kind and an owner.
 */
export async function readPrivateImage(
  shop: Pick<Shop, 'db' | 'files'>,
  imageId: string,
  of?: { customerId: string; kind: ImageKind },
): Promise<{ bytes: Uint8Array; mime: ImageType } | null> {
  const isTheirs = of && and(eq(images.customerId, of.customerId), eq(images.kind, of.kind))
  const [image] = await shop.db
    .select()
    .from(images)
    .where(and(eq(images.id, imageId), isTheirs))
  const bytes = image && (await shop.files.read(image.storageKey))
  return image && bytes ? { bytes, mime: image.mime } : null
}

/**
 * Deletes all pictures of an erased customer. Returns the file keys, which the caller removes after the commit of the
 * transaction.
 */
export async function eraseImages(tx: Database, customerId: string, orderIds: string[]): Promise<string[]> {
  const isTheirs = or(eq(images.customerId, customerId), inArray(images.orderId, orderIds))
  const gone = await tx.delete(images).where(isTheirs).returning({ key: images.storageKey })
  return gone.flatMap(({ key }) => listImageKeys(key))
}

/**
 * Removes pictures that stayed unused for a day. The file is removed before its row. A row without a file is removed by
 * a retry, but a file without a row would never be found.
 */
export function removeUnusedImages(shop: Shop): Promise<number> {
  const isUnused = () => and(isNull(images.usedAt), lte(images.expiresAt, shop.clock.now()))
  return processInBatches(shop, 'removeUnusedImages', {
    find: (isReady, max) =>
      shop.db
        .select({ id: images.id })
        .from(images)
        .where(and(isUnused(), isReady(images.id)))
        .limit(max),
    work: ({ id }) =>
      shop.db.transaction(async (tx) => {
        const isMatch = and(eq(images.id, id), isUnused())
        const [image] = await tx
          .select({ storageKey: images.storageKey })
          .from(images)
          .where(isMatch)
          .for('update', { skipLocked: true })
        if (!image) return false
        for (const key of listImageKeys(image.storageKey)) await shop.files.remove(key)
        await tx.delete(images).where(isMatch)
        return true
      }),
  })
}

/** Checks a picture of the shop and encodes it again, like an upload by a shopper. */
export async function reencodeImage(
  bytes: Uint8Array,
): Promise<{ data: Uint8Array; width: number; height: number; extension: 'png' | 'jpg' }> {
  const type = checkFile(bytes)
  return { ...(await reencode(bytes, type)), extension: type === 'image/png' ? 'png' : 'jpg' }
}

function checkFile(bytes: Uint8Array): ImageType {
  if (isTooBig(bytes.length)) throw refuse('image_too_big')
  const type = sniffImage(bytes)
  if (!type) throw refuse('image_wrong_type')
  return type
}

/**
 * Encodes a new picture using only the pixels. EXIF data, the position, and any page or archive after the last byte are
 * left out.
 */
async function reencode(
  bytes: Uint8Array,
  type: ImageType,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const sharp = await loadSharp()
  try {
    const { width, height, format } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > imageMaxPixels) throw refuse('image_too_many_pixels')
    if (`image/${format}` !== type) throw refuse('image_wrong_type')
    const picture = sharp(bytes, { limitInputPixels: imageMaxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: imageKeptSide, height: imageKeptSide, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const { data, info } = await (type === 'image/png'
      ? picture.png({ compressionLevel: 8 })
      : picture.jpeg({ quality: 84 })
    ).toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch (error) {
    if (error instanceof Refused) throw error
    // The error of the decoder is not shown, because it does not help the shopper to choose another picture.
    throw refuse('image_unreadable')
  }
}

/** Checks a picture for the catalogue and encodes it again. Transparency is kept. */
export async function encodeProductPicture(
  bytes: Uint8Array,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const type = sniffImage(bytes)
  if (!type) throw refuse('image_wrong_type')
  const { data } = await reencode(bytes, type)
  const sharp = await loadSharp()
  const { data: encoded, info } = await sharp(data).webp({ quality: 84 }).toBuffer({ resolveWithObject: true })
  return { data: encoded, width: info.width, height: info.height }
}
