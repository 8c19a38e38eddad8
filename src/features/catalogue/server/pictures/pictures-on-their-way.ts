import { createHash } from 'node:crypto'

const pattern = /^p-[0-9a-f]{32}\.webp$/

/** An address stands for itself; a file of a zip is its product's, because many a product has a `front.jpg`. */
export function namePictureSource(source: string, handle: string): string {
  return /^https?:/i.test(source) ? source : `${handle}/${source}`
}

/** Where the picture from an address or a zip will be, known before it has come: products can name it at once. */
export function pictureOnItsWay(source: string): string {
  return `/catalogue/p-${createHash('sha256').update(source).digest('hex').slice(0, 32)}.webp`
}

/** Whether a file's name is one that may still have to come. */
export function isOnItsWay(file: string): boolean {
  return pattern.test(file)
}
