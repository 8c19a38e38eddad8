import { createHash } from 'node:crypto'
import { and, eq, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { type ImageType, isTooBig } from '#contract/image-limits.ts'
import { dayMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import { Refused, refuse } from '#server/http/refuse.ts'
import { workThrough } from '#server/jobs/work-through.ts'
import type { Shop } from '#server/shop.ts'
import { imageKeptSide, imageMaxPixels, sniffImage } from '../images.rules.ts'
import { images } from './images.tables.ts'
import { listImageKeys, readSmallImage } from './small-images.service.ts'

export type ImageKind = (typeof images.$inferSelect)['kind']
export type StoredImage = { id: string; url: string }
/** An account, or the guest order whose access link the shopper has. */
export type ImageOwner = { customerId: string } | { guestOrderId: string }
type NewImage = ImageOwner & { kind: ImageKind; bytes: Uint8Array }

const keptUnusedMs = dayMs

/** Takes a picture in: looked at, drawn anew without what else the file held, and kept once however often it is sent. */
export async function storeImage(shop: Shop, { kind, bytes, ...owner }: NewImage): Promise<StoredImage> {
  const type = checkFile(bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const isTheirs =
    'customerId' in owner ? eq(images.customerId, owner.customerId) : eq(images.orderId, owner.guestOrderId)
  const same = and(isTheirs, eq(images.kind, kind), eq(images.sha256, sha256))
  const now = shop.clock.now()
  const expiresAt = new Date(now.getTime() + keptUnusedMs)
  // A repetition starts the day anew: whoever sends it is about to use it.
  const findSame = () => shop.db.update(images).set({ expiresAt }).where(same).returning({ id: images.id })
  const [known] = await findSame()
  if (known) return toStoredImage(known.id)
  const drawn = await redraw(bytes, type)
  const id = newId()
  const storageKey = `images/${id.slice(0, 2)}/${id}.${type === 'image/png' ? 'png' : 'jpg'}`
  await shop.files.write(storageKey, drawn.data)
  const [made] = await shop.db
    .insert(images)
    .values({
      id,
      ...('customerId' in owner ? { customerId: owner.customerId } : { orderId: owner.guestOrderId }),
      kind,
      sha256,
      mime: type,
      width: drawn.width,
      height: drawn.height,
      bytes: drawn.data.length,
      storageKey,
      createdAt: now,
      expiresAt,
    })
    .onConflictDoNothing()
    .returning({ id: images.id })
  if (made) return toStoredImage(made.id)
  // The same file came twice at once and the other one was first.
  await shop.files.remove(storageKey)
  const [first] = await findSame()
  if (!first) throw refuse('image_gone')
  return toStoredImage(first.id)
}

/** How a picture is told to pages. */
export const toStoredImage = (id: string): StoredImage => ({ id, url: toImageUrl(id) })

export function toImageUrl(imageId: string): string {
  return `/images/${imageId}`
}

/** Marks pictures as shown by something. Somebody else's, of another kind or gone ones are refused alike. */
export async function attachImages(
  tx: Database,
  { kind, ids, now, ...owner }: ImageOwner & { kind: ImageKind; ids: string[]; now: Date },
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const used = await tx
    .update(images)
    .set({ usedAt: sql`coalesce(${images.usedAt}, ${now})` })
    .where(and(inArray(images.id, wanted), isSentBy(owner), eq(images.kind, kind)))
    .returning({ id: images.id })
  if (used.length !== wanted.length) throw refuse('image_gone')
}

/** A condition on `images`: sent by this account, or with this guest order. */
function isSentBy(owner: ImageOwner): SQL {
  return 'guestOrderId' in owner ? eq(images.orderId, owner.guestOrderId) : eq(images.customerId, owner.customerId)
}

/** A condition on `images`: pictures that were sent with a guest order follow the order into an account. */
function isOwnedBy({ hooks }: Shop, owner: ImageOwner): SQL | undefined {
  const ownerOfOrder = hooks.ownerOfOrder(images.orderId)
  if ('guestOrderId' in owner) return and(isSentBy(owner), isNull(ownerOfOrder))
  return or(isSentBy(owner), eq(ownerOfOrder, owner.customerId))
}

type Asked = { imageId: string; owners: ImageOwner[]; isSmall: boolean }
type Served = { bytes: Uint8Array; mime: ImageType | 'image/webp'; isSmall: boolean; isPublic: boolean }

/** The bytes of a picture, or of its small copy, for whoever asks; null where it is not theirs to see. */
export async function readImage(shop: Shop, { imageId, owners, isSmall }: Asked): Promise<Served | null> {
  const isForAll = or(sql`false`, ...shop.hooks.publicImages.map((isShown) => isShown(shop.db)))
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

/** The bytes of a picture for staff, who were let in by whatever shows it; `of` narrows it to somebody's of a kind. */
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

/** Somebody is forgotten: no picture of theirs is kept. Answers the files, which go once the rows are gone for good. */
export async function eraseImages(tx: Database, customerId: string, orderIds: string[]): Promise<string[]> {
  const isTheirs = or(eq(images.customerId, customerId), inArray(images.orderId, orderIds))
  const gone = await tx.delete(images).where(isTheirs).returning({ key: images.storageKey })
  return gone.flatMap(({ key }) => listImageKeys(key))
}

/** Removes what nobody used for a day. The file goes first: a row without a file is tried again, a file without a row is lost. */
export function removeUnusedImages(shop: Shop): Promise<number> {
  const isUnused = () => and(isNull(images.usedAt), lte(images.expiresAt, shop.clock.now()))
  return workThrough(shop, 'removeUnusedImages', {
    find: (isReady, most) =>
      shop.db
        .select({ id: images.id })
        .from(images)
        .where(and(isUnused(), isReady(images.id)))
        .limit(most),
    work: ({ id }) =>
      shop.db.transaction(async (tx) => {
        const isIt = and(eq(images.id, id), isUnused())
        const [image] = await tx
          .select({ storageKey: images.storageKey })
          .from(images)
          .where(isIt)
          .for('update', { skipLocked: true })
        if (!image) return false
        for (const key of listImageKeys(image.storageKey)) await shop.files.remove(key)
        await tx.delete(images).where(isIt)
        return true
      }),
  })
}

/** A picture of the shop's own: looked at and drawn anew like anybody's. */
export async function drawAnew(
  bytes: Uint8Array,
): Promise<{ data: Uint8Array; width: number; height: number; ending: 'png' | 'jpg' }> {
  const type = checkFile(bytes)
  return { ...(await redraw(bytes, type)), ending: type === 'image/png' ? 'png' : 'jpg' }
}

function checkFile(bytes: Uint8Array): ImageType {
  if (isTooBig(bytes.length)) throw refuse('image_too_big')
  const type = sniffImage(bytes)
  if (!type) throw refuse('image_wrong_type')
  return type
}

/** A new picture from the pixels alone: no EXIF, no position, no page or archive hidden behind the last byte. */
async function redraw(
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
    // Whatever the decoder reports, all the shopper can do is choose another picture.
    throw refuse('image_unreadable')
  }
}

/** A picture for the catalogue, looked at and drawn anew like any other; transparent stays transparent. */
export async function drawProductPicture(
  bytes: Uint8Array,
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const type = sniffImage(bytes)
  if (!type) throw refuse('image_wrong_type')
  const { data } = await redraw(bytes, type)
  const sharp = await loadSharp()
  const { data: drawn, info } = await sharp(data).webp({ quality: 84 }).toBuffer({ resolveWithObject: true })
  return { data: drawn, width: info.width, height: info.height }
}
