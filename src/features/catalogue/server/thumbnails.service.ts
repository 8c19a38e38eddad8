import sharp from 'sharp'
import type { Files } from '#server/files.ts'
import { readKeptCopy } from '#server/kept-copies.ts'

/** Twice and three times the 84 px of a line's picture. A visitor cannot ask for other widths, and so not fill the disk. */
const widths = [168, 252]

export function isThumbnailWidth(width: number): boolean {
  return widths.includes(width)
}

/**
 * A small raster copy of a picture, made when it is first asked for and kept by the content it was made from. A drawing is a
 * document that a phone's one busy thread has to set up and paint; a list of them would stutter.
 */
export function readThumbnail(files: Files, bytes: Uint8Array, hash: string, width: number): Promise<Uint8Array> {
  return readKeptCopy(files, `thumbnails/${width}/${hash}.webp`, () =>
    sharp(bytes, { limitInputPixels: 40_000_000 }).resize({ width }).webp({ quality: 82 }).toBuffer(),
  )
}
