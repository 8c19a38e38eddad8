import { readCachedFile } from '#server/files/cached-files.ts'
import type { Files } from '#server/files/files.ts'
import { loadSharp } from '#server/files/load-sharp.ts'

/** 1,200: the width that search engines and link previews expect. */
const photoWidth = 1200
const maxPixels = 40_000_000

/**
 * 168 and 252: two and three times the 84 px of a picture in a line. 336: the width of a card. Other widths are
 * ignored, because any number of widths could fill the disk.
 */
const widths = [168, 252, 336]

export function isThumbnailWidth(width: number): boolean {
  return widths.includes(width)
}

/**
 * Returns a small raster copy of a picture, created at the first request and cached by content. Without raster copies,
 * a list of SVGs would stutter, because a phone lays out each SVG on its main thread.
 */
export function readThumbnail(files: Files, bytes: Uint8Array, hash: string, width: number): Promise<Uint8Array> {
  return readCachedFile(files, `thumbnails/${width}/${hash}.webp`, async () => {
    const picture = await openPicture(bytes, width)
    // 70: on screens with two or more pixels per point, higher quality is not visible, and the file is a third smaller.
    return picture.resize({ width, withoutEnlargement: true }).webp({ quality: 70 }).toBuffer()
  })
}

/**
 * Returns an SVG drawing as a JPEG for clients without SVG support, such as search engines and link previews. The JPEG is
 * created once.
 */
export function readPhoto(files: Files, bytes: Uint8Array, hash: string): Promise<Uint8Array> {
  return readCachedFile(files, `photos/${hash}.jpg`, async () => {
    const picture = await openPicture(bytes, photoWidth)
    return picture
      .resize({ width: photoWidth })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer()
  })
}

/** Returns a picture as a JPEG to print on paper, 14 mm wide at 400 dots per inch. */
export function readPrintPicture(files: Files, bytes: Uint8Array, hash: string): Promise<Uint8Array> {
  const [width, height] = [220, 292]
  return readCachedFile(files, `thumbnails/print/${hash}.jpg`, async () => {
    const picture = await openPicture(bytes, width)
    const cut = picture.resize({ width, height, fit: 'cover' }).flatten({ background: '#fff' })
    return cut.toColourspace('srgb').jpeg({ quality: 82 }).toBuffer()
  })
}

/** Opens a picture. A drawing is rendered at the requested size, because enlarging it later would blur it. */
async function openPicture(bytes: Uint8Array, requestedWidth: number) {
  const sharp = await loadSharp()
  const { width = requestedWidth, density = 72, format } = await sharp(bytes).metadata()
  if (format !== 'svg') return sharp(bytes, { limitInputPixels: maxPixels })
  const sharper = Math.min(2400, Math.max(density, Math.ceil((density * requestedWidth) / width)))
  return sharp(bytes, { limitInputPixels: maxPixels, density: sharper })
}
