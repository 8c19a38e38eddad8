import { createHash } from 'node:crypto'
import type { Api } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'
import { isThumbnailWidth, readThumbnail } from './thumbnails.service.ts'

const types: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
}
const namePattern = /^[a-z0-9]+(?:-[a-z0-9]+)*\.([a-z]+)$/

/** `GET /catalogue/{file}`: pictures of products and banners, from wherever the shop keeps its files; `?w=` asks for a small copy. */
export function addPictureRoute(app: Api, { shop }: { shop: Shop }): void {
  app.get('/catalogue/:file', async (c, next) => {
    const file = c.req.param('file')
    // A category's page has an address like a picture's, without an ending.
    if (!file.includes('.')) return next()
    const type = types[namePattern.exec(file)?.[1] ?? '']
    const bytes = type ? await shop.files.read(`catalogue/${file}`) : null
    if (!type || !bytes) return c.text('This is not here', 404, { 'cache-control': 'no-store' })
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
    const width = Number(c.req.query('w') ?? 0)
    // A picture that cannot be made smaller is sent as it is: large is better than none.
    const small = isThumbnailWidth(width) ? await readThumbnail(shop.files, bytes, hash, width).catch(() => null) : null
    const headers = {
      'content-type': small ? 'image/webp' : type,
      'x-content-type-options': 'nosniff',
      // A drawing opened by itself is a document: it may style itself and do nothing else.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // The name stays when a merchant replaces the picture, so after a day it is asked for again.
      'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
      etag: small ? `"${hash}-${width}"` : `"${hash}"`,
    }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(small ?? bytes), 200, headers)
  })
}
