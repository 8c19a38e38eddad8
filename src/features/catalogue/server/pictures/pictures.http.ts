import { createHash } from 'node:crypto'
import type { Files } from '#server/files/files.ts'
import { answer } from '#server/http/compress.ts'
import type { Api } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import { noPicture, noPictureFile } from '../products/no-picture.ts'
import { isPendingPicture } from './pending-pictures.ts'
import { isThumbnailWidth, readPhoto, readThumbnail } from './thumbnails.service.ts'

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*\.([a-z]+)$/

const vectorTypes = ['svg', 'avif']

/**
 * Adds `GET /catalogue/{file}` for pictures of products and banners, and `?w=` for small copies. A drawing is also
 * available as a photo under its name with `.jpg`.
 */
export function addPictureRoute(app: Api, { shop }: { shop: Shop }): void {
  app.get('/catalogue/:file', async (c, next) => {
    const file = c.req.param('file')
    // The address of a category looks like the address of a picture, but has no extension.
    if (!file.includes('.')) return next()
    const width = Number(c.req.query('w') ?? 0)
    const picture = await readPicture(shop, file, isThumbnailWidth(width) ? width : null)
    if (!picture && isPendingPicture(file)) return c.body(new Uint8Array(noPicture), 200, drawingHeaders)
    if (!picture) return c.text('This could not be found', 404, { 'cache-control': 'no-store' })
    const headers = {
      'content-type': picture.type,
      'x-content-type-options': 'nosniff',
      // An SVG opened directly is a document. The policy allows styles only.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // The name stays the same when a merchant replaces the picture, so browsers revalidate the picture after a day.
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      etag: `"${picture.version}"`,
    }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    return answer(c, new Uint8Array(picture.bytes), 200, headers)
  })
}

/** Headers for the placeholder of a picture that has not arrived yet. The next page requests the picture again. */
const drawingHeaders = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }

type Picture = { bytes: Uint8Array; type: string; version: string }

async function readPicture({ files }: Shop, file: string, width: number | null): Promise<Picture | null> {
  const type = types[namePattern.exec(file)?.[1] ?? '']
  if (!type) return null
  const bytes = (await files.read(`catalogue/${file}`)) ?? (file === noPictureFile ? noPicture : null)
  if (!bytes) return file.endsWith('.jpg') ? readDrawing(files, file.slice(0, -'.jpg'.length)) : null
  const hash = hashOf(bytes)
  // If no small copy can be drawn, the original is sent.
  const small = width && (await readThumbnail(files, bytes, hash, width).catch(() => null))
  return small ? { bytes: small, type: 'image/webp', version: `${hash}-${width}` } : { bytes, type, version: hash }
}

async function readDrawing(files: Files, name: string): Promise<Picture | null> {
  for (const extension of vectorTypes) {
    const bytes = await files.read(`catalogue/${name}.${extension}`)
    const photo = bytes && (await readPhoto(files, bytes, hashOf(bytes)).catch(() => null))
    if (photo) return { bytes: photo, type: 'image/jpeg', version: `${hashOf(bytes)}-photo` }
  }
  return null
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 32)
