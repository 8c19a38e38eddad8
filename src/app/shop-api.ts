import { readOwner } from '#features/cart/server/cart-owner.ts'
import { addPictureRoute } from '#features/catalogue/server/pictures/pictures.http.ts'
import { addDocumentRoute } from '#features/documents/server/documents.http.ts'
import { addImageRoute } from '#features/images/server/images.http.ts'
import { findLinkedOrder, readLinkToken } from '#features/orders/server/queries/order-links.service.ts'
import { addPaymentWebhook } from '#features/payments/server/webhook.http.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { type ApiParts, createApi, createPageCalls, type Handler } from '#server/http/http.ts'
import { nameByCookie } from '#server/http/idempotency.ts'
import type { Shop } from '#server/shop.ts'
import { handlers } from './api.ts'

/** Creates the JSON API without the rest of the shop, for the shop and for tests. */
export function createShopApi(shop: Shop, answering: Handler[] = handlers) {
  const parts = createApiParts(shop)
  const api = createApi(answering, parts)
  addImageRoute(api, {
    ...parts,
    findGuestOrder: async (cookies) => (await findLinkedOrder(shop, readLinkToken(cookies)))?.order.id ?? null,
  })
  addPictureRoute(api, parts)
  addDocumentRoute(api, parts)
  addPaymentWebhook(api, parts)
  return api
}

/** Creates the same calls for server rendering. */
export function createShopPageCalls(shop: Shop) {
  return createPageCalls(handlers, createApiParts(shop))
}

function createApiParts(shop: Shop): ApiParts {
  return {
    shop,
    identifyActor: (token) => findCustomer(shop, token),
    nameGuest: (request) => {
      const { guestToken } = readOwner({ customerId: null }, request)
      return guestToken && nameByCookie(guestToken)
    },
  }
}
