import { handle, type Visitor } from '#server/http.ts'
import type { VisitorRequest } from '#server/request.ts'
import * as calls from '../cart.contract.ts'
import * as cart from './cart.service.ts'

const cookieName = 'cart'
const cookieDays = 30

export const cartHandlers = [
  handle(calls.addToCart, async ({ shop, asker, input, request }) => {
    const owner = readOwner(asker, request)
    if (owner.customerId && owner.guestToken) {
      await cart.pourGuestCart(shop, { customerId: owner.customerId, guestToken: owner.guestToken })
      request.setCookie(cookieName, '', new Date(0))
    }
    const { count, guestToken } = await cart.addToCart(shop, owner, { skuId: input.sku_id, quantity: input.quantity })
    if (guestToken) {
      request.setCookie(cookieName, guestToken, new Date(shop.clock.now().getTime() + cookieDays * 24 * 60 * 60 * 1000))
    }
    return { count }
  }),
  handle(calls.removeFromCart, async ({ shop, asker, input, request }) => ({
    count: await cart.removeFromCart(shop, readOwner(asker, request), {
      skuId: input.sku_id,
      quantity: input.quantity,
    }),
  })),
  handle(calls.getCartCount, async ({ shop, asker, request }) => ({
    count: await cart.countCart(shop, readOwner(asker, request)),
  })),
]

function readOwner(asker: Visitor, request: VisitorRequest): cart.CartOwner {
  const guestToken = new RegExp(`(?:^|; )${cookieName}=([\\w-]{43})(?:;|$)`).exec(request.header('cookie') ?? '')?.[1]
  return { customerId: asker.customerId, guestToken: guestToken ?? null }
}
