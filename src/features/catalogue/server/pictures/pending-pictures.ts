import { createHash } from 'node:crypto'

const pattern = /^p-[0-9a-f]{32}\.webp$/

/**
 * Returns the source of a picture. A URL stays unchanged. A file name in a ZIP gets the product's handle as a prefix,
 * because many products have a `front.jpg`.
 */
export function toPictureSource(source: string, handle: string): string {
  return /^https?:/i.test(source) ? source : `${handle}/${source}`
}

/** Returns the future path of a picture from a URL or a ZIP, so that products can refer to it before it arrives. */
export function pendingPicturePath(source: string): string {
  return `/catalogue/p-${createHash('sha256').update(source).digest('hex').slice(0, 32)}.webp`
}

/** Returns whether a file name belongs to a picture that may still arrive. */
export function isPendingPicture(file: string): boolean {
  return pattern.test(file)
}
