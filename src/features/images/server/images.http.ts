import type { Api, Visitor } from '#server/http/http.ts'
import { readToken } from '#server/http/request.ts'
import type { Shop } from '#server/shop.ts'
import { imageSmallSide } from '../images.rules.ts'
import { type ImageOwner, readImage } from './images.service.ts'

const idPattern = /^[a-z0-9]{1,64}$/

type Parts = {
  shop: Shop
  identifyActor: (token: string | null) => Promise<Visitor>
  /** Returns the id of the guest order that an access link has opened in this browser. */
  findGuestOrder: (cookies: string | undefined) => Promise<string | null>
}

/**
 * Adds `GET /images/{id}`. The route needs only a cookie, so that an `<img>` can show the picture. The parameter `?w=`
 * requests the small copy.
 */
export function addImageRoute(app: Api, { shop, identifyActor, findGuestOrder }: Parts): void {
  app.get('/images/:imageId', async (c) => {
    const imageId = c.req.param('imageId')
    const { customerId } = await identifyActor(readToken(c, shop))
    const guestOrderId = await findGuestOrder(c.req.header('cookie'))
    const owners: ImageOwner[] = [...(customerId ? [{ customerId }] : []), ...(guestOrderId ? [{ guestOrderId }] : [])]
    const isSmall = c.req.query('w') === String(imageSmallSide)
    const image = idPattern.test(imageId) ? await readImage(shop, { imageId, owners, isSmall }) : null
    // Another customer's picture gets the same response as a missing picture.
    if (!image) return c.text('This could not be found', 404, { 'cache-control': 'no-store' })
    const headers = {
      'content-type': image.mime,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      // Private pictures are revalidated on every request, so that signing out hides them in this browser too. Pictures
      // of a review that staff hide disappear within minutes.
      'cache-control': image.isPublic ? 'public, max-age=300' : 'private, no-cache',
      etag: image.isSmall ? `"${imageId}-${imageSmallSide}"` : `"${imageId}"`,
    }
    if (c.req.header('if-none-match') === headers.etag) return c.body(null, 304, headers)
    return c.body(new Uint8Array(image.bytes), 200, headers)
  })
}
