import type { ImageType } from '#contract/image-limits.ts'

/** What may be decoded at all: a small file can unfold to gigabytes. */
export const imageMaxPixels = 50_000_000
/** Pictures are kept no larger than a screen can show when zoomed. */
export const imageKeptSide = 2400
/** The shorter side of a small copy: three times the 84 px of a tile. There is one size, so nobody can fill the disk. */
export const imageSmallSide = 252

const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const jpegStart = [0xff, 0xd8, 0xff]

/** What a file is by its first bytes; its name and its declared type can say anything. */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  if (pngStart.every((byte, at) => bytes[at] === byte)) return 'image/png'
  if (jpegStart.every((byte, at) => bytes[at] === byte)) return 'image/jpeg'
  return null
}
