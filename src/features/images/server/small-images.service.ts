import { eq } from 'drizzle-orm'
import { readKeptFile } from '#server/files/kept-files.ts'
import { loadSharp } from '#server/files/load-sharp.ts'
import type { Shop } from '#server/shop.ts'
import { imageMaxPixels, imageSmallSide } from '../images.rules.ts'
import { images } from './images.tables.ts'

type Kept = { id: string; storageKey: string }

/** Everything that is kept of a picture: the file itself, and the small copy that may have been made of it. */
export function listImageKeys(storageKey: string): string[] {
  return [storageKey, toSmallKey(storageKey)]
}

/** A small copy, made when it is first asked for; so pictures from before there were any have one too. */
export async function readSmallImage(shop: Shop, { id, storageKey }: Kept): Promise<Uint8Array | null> {
  const key = toSmallKey(storageKey)
  let isNew = false
  const make = async () => {
    const large = await shop.files.read(storageKey)
    if (!large) throw new Error(`The picture ${storageKey} is gone`)
    isNew = true
    return drawSmall(large)
  }
  // One that cannot be made, or not be kept on a full disk, is no reason to show nothing: the large one is there.
  const small = await readKeptFile(shop.files, key, make).catch(() => null)
  if (!isNew) return small
  // The clean-up may have taken the picture away meanwhile: then nobody would ever remove the copy. The lock waits for it.
  const [owner] = await shop.db.select({ id: images.id }).from(images).where(eq(images.id, id)).for('key share')
  if (!owner) await shop.files.remove(key)
  return small
}

function toSmallKey(storageKey: string): string {
  return storageKey.replace(/\.\w+$/, `-${imageSmallSide}.webp`)
}

/** The whole picture, its shorter side as long as a tile that cuts it to a square needs. */
async function drawSmall(large: Uint8Array): Promise<Uint8Array> {
  const sharp = await loadSharp()
  return sharp(large, { limitInputPixels: imageMaxPixels })
    .resize({ width: imageSmallSide, height: imageSmallSide, fit: 'outside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}
