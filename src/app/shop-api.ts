import { addImageRoute } from '#features/images/server/images.http.ts'
import { findCustomer } from '#features/sign-in/server/session.service.ts'
import { createApi } from '#server/http.ts'
import type { Shop } from '#server/shop.ts'
import { handlers } from './api.ts'

/** The JSON API by itself: what tests and server rendering ask. */
export function createShopApi(shop: Shop) {
  const parts = { shop, whoIsAsking: (token: string | null) => findCustomer(shop, token) }
  const api = createApi(handlers, parts)
  addImageRoute(api, parts)
  return api
}
