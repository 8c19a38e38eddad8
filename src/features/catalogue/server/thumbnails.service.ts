import sharp from 'sharp'
import type { Files } from '#server/files.ts'

/** Twice and three times the 84 px of a line's picture. A visitor cannot ask for other widths, and so not fill the disk. */
const widths = [168, 252]

export function isThumbnailWidth(width: number): boolean {
  return widths.includes(width)
}

const underWay = new Map<string, Promise<Uint8Array>>()

/**
 * A small raster copy of a picture, made when it is first asked for and kept by the content it was made from. A drawing is a
 * document that a phone's one busy thread has to set up and paint; a list of them would stutter.
 */
export async function readThumbnail(files: Files, bytes: Uint8Array, hash: string, width: number): Promise<Uint8Array> {
  const key = `thumbnails/${width}/${hash}.webp`
  const kept = await files.read(key)
  if (kept) return kept
  const begun = underWay.get(key) ?? makeThumbnail(files, bytes, key, width)
  underWay.set(key, begun)
  return begun.finally(() => underWay.delete(key))
}

async function makeThumbnail(files: Files, bytes: Uint8Array, key: string, width: number): Promise<Uint8Array> {
  const made = await sharp(bytes, { limitInputPixels: 40_000_000 }).resize({ width }).webp({ quality: 82 }).toBuffer()
  await files.write(key, made)
  return made
}
