import type { ImageType } from '#contract/image-limits.ts'

/** The maximum number of pixels of an image that is decoded. A small file can expand to gigabytes. */
export const imageMaxPixels = 50_000_000
/** The longest side of a stored picture in pixels. A zoomed screen cannot show more. */
export const imageKeptSide = 2400
/**
 * The length of the shorter side of a small copy: three times the 84 px of a tile. Other sizes are not offered, because
 * many sizes would let visitors fill the disk with copies.
 */
export const imageSmallSide = 252

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]

/** Detects the type of an image by its first bytes, because the file name and the declared type are not reliable. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  if (pngStart.every((byte, at) => bytes[at] === byte)) return 'image/png'
  if (jpegStart.every((byte, at) => bytes[at] === byte)) return 'image/jpeg'
  return null
}
