import { readOwner } from '#features/cart/server/cart-owner.ts'
import { addPictureRoute } from '#features/catalogue/server/pictures.http.ts'
import { addImageRoute } from '#features/images/server/images.http.ts'
import { addPaymentWebhook } from '#features/payments/server/webhook.http.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { type ApiParts, createApi, type Handler } from '#server/http.ts'
import { nameByCookie } from '#server/idempotency.ts'
import type { Shop } from '#server/shop.ts'
import { handlers } from './api.ts'

/** The JSON API by itself: what tests and server rendering ask. */
export function createShopApi(shop: Shop, answering: Handler[] = handlers) {
  const parts: ApiParts = {
    shop,
    whoIsAsking: (token) => findCustomer(shop, token),
    nameGuest: (request) => {
      const { guestToken } = readOwner({ customerId: null }, request)
      return guestToken && nameByCookie(guestToken)
    },
  }
  const api = createApi(answering, parts)
  addImageRoute(api, parts)
  addPictureRoute(api, parts)
  addPaymentWebhook(api, parts)
  return api
}
