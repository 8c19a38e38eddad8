import { eq } from 'drizzle-orm'
import { readCachedFile } from '#server/files/cached-files.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import type { Shop } from '#server/shop.ts'
import { imageMaxPixels, imageSmallSide } from '../images.rules.ts'
import { images } from './images.tables.ts'

type Kept = { id: string; storageKey: string }

/** Returns the keys of all files of a picture: the file itself, and its small copy if one was drawn. */
export function listImageKeys(storageKey: string): string[] {
  return [storageKey, toSmallKey(storageKey)]
}

/**
 * Returns the small copy of a picture. The copy is drawn at the first request, so older pictures have a small copy too.
 */
export async function readSmallImage(shop: Shop, { id, storageKey }: Kept): Promise<Uint8Array | null> {
  const key = toSmallKey(storageKey)
  let isNew = false
  const make = async () => {
    const large = await shop.files.read(storageKey)
    if (!large) throw new Error(`The picture ${storageKey} is gone`)
    isNew = true
    return encodeSmall(large)
  }
  // If the copy cannot be drawn, or cannot be stored on a full disk, the caller shows the large picture.
  const small = await readCachedFile(shop.files, key, make).catch(() => null)
  if (!isNew) return small
  // The cleanup may have removed the picture meanwhile, and then the copy would remain forever. The lock waits until
  // the cleanup has finished.
  const [owner] = await shop.db.select({ id: images.id }).from(images).where(eq(images.id, id)).for('key share')
  if (!owner) await shop.files.remove(key)
  return small
}

function toSmallKey(storageKey: string): string {
  return storageKey.replace(/\.\w+$/, `-${imageSmallSide}.webp`)
}

/** Scales the whole picture down, so that its shorter side has the length of a square tile's side. */
async function encodeSmall(large: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(large, { limitInputPixels: imageMaxPixels })
    .resize({ width: imageSmallSide, height: imageSmallSide, fit: 'outside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}
