import type { Files } from '#server/files/files.ts'
import { readKeptFile } from '#server/files/kept-files.ts'
import { loadSharp } from '#server/files/load-sharp.ts'

/** As wide as search engines and shares want a picture to be. */
const photoWidth = 1200
const mostPixels = 40_000_000

/** Twice and three times the 84 px of a line's picture, and a card's. A visitor cannot ask for other widths, and so not fill the disk. */
const widths = [168, 252, 336]

export function isThumbnailWidth(width: number): boolean {
  return widths.includes(width)
}

/**
 * A small raster copy of a picture, made when it is first asked for and kept by the content it was made from. A drawing is a
 * document that a phone's one busy thread has to set up and paint; a list of them would stutter.
 */
export function readThumbnail(files: Files, bytes: Uint8Array, hash: string, width: number): Promise<Uint8Array> {
  return readKeptFile(files, `thumbnails/${width}/${hash}.webp`, async () => {
    const picture = await openPicture(bytes, width)
    // At two points and more for a pixel nobody sees the difference to a better one, and it weighs a third less.
    return picture.resize({ width, withoutEnlargement: true }).webp({ quality: 70 }).toBuffer()
  })
}

/** A drawing as a photo, for whoever takes no drawings: search engines, and whatever shows a shared address. Made once. */
export function readPhoto(files: Files, bytes: Uint8Array, hash: string): Promise<Uint8Array> {
  return readKeptFile(files, `photos/${hash}.jpg`, async () => {
    const picture = await openPicture(bytes, photoWidth)
    return picture
      .resize({ width: photoWidth })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  })
}

/** A drawing is drawn anew at the size it is asked for; enlarged afterwards it would be blurred. */
async function openPicture(bytes: Uint8Array, wanted: number) {
  const sharp = await loadSharp()
  const { width = wanted, density = 72, format } = await sharp(bytes).metadata()
  if (format !== 'svg') return sharp(bytes, { limitInputPixels: mostPixels })
  const sharper = Math.min(2400, Math.max(density, Math.ceil((density * wanted) / width)))
  return sharp(bytes, { limitInputPixels: mostPixels, density: sharper })
}
