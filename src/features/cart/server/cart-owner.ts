import { dayMs } from '#contract/times/times.ts'
import { asVerified, type Visitor } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { type CartOwner, mergeGuestCart } from './cart.service.ts'

const cookieName = 'cart'
const cookieDays = 30

/** Returns the owner of the cart: a shopper with a verified address, or the browser that has the cart cookie. */
export function readOwner(actor: Visitor, request: VisitorRequest): CartOwner {
  const token = request.cookie(cookieName)
  return { customerId: asVerified(actor).customerId, guestToken: token && /^[\w-]{43}$/.test(token) ? token : null }
}

export function setCartCookie({ clock }: Pick<Shop, 'clock'>, request: VisitorRequest, guestToken: string): void {
  const expires = new Date(clock.now().getTime() + cookieDays * dayMs)
  request.setCookie(cookieName, guestToken, expires)
}

/** Merges the cart of this browser into the shopper's cart. */
export async function mergeBrowserCart(shop: Shop, request: VisitorRequest, customerId: string): Promise<void> {
  const { guestToken } = readOwner({ customerId: null }, request)
  if (!guestToken) return
  await mergeGuestCart(shop, { customerId, guestToken })
  request.setCookie(cookieName, '', new Date(0))
}
