import { dayMs } from '#contract/times/times.ts'
import { asProved, type Visitor } from '#server/http/http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { type CartOwner, mergeGuestCart } from './cart.service.ts'

const cookieName = 'cart'
const cookieDays = 30

/** Whose cart a request is about: the shopper's, or that of the browser's cookie, also while an address is not yet proved. */
export function readOwner(asker: Visitor, request: VisitorRequest): CartOwner {
  const token = request.cookie(cookieName)
  return { customerId: asProved(asker).customerId, guestToken: token && /^[\w-]{43}$/.test(token) ? token : null }
}

export function keepGuestToken({ clock }: Pick<Shop, 'clock'>, request: VisitorRequest, guestToken: string): void {
  const expires = new Date(clock.now().getTime() + cookieDays * dayMs)
  request.setCookie(cookieName, guestToken, expires)
}

/** What this browser put into its cart is the shopper's now. */
export async function joinCart(shop: Shop, request: VisitorRequest, customerId: string): Promise<void> {
  const { guestToken } = readOwner({ customerId: null }, request)
  if (!guestToken) return
  await mergeGuestCart(shop, { customerId, guestToken })
  request.setCookie(cookieName, '', new Date(0))
}
