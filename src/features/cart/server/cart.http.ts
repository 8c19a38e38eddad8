import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../cart.contract.ts'
import * as cart from './cart.service.ts'
import { joinCart, keepGuestToken, readOwner } from './cart-owner.ts'
import { getCart } from './read-cart.service.ts'

export const cartHandlers = [
  handle(calls.addToCart, async ({ shop, asker, input, request }) => {
    await countWrite(shop, asker, request)
    const owner = readOwner(asker, request)
    if (owner.customerId) await joinCart(shop, request, owner.customerId)
    const { count, guestToken } = await cart.addToCart(shop, owner, { skuId: input.sku_id, quantity: input.quantity })
    if (guestToken) keepGuestToken(shop, request, guestToken)
    return { count }
  }),
  handle(calls.setCartQuantity, async ({ shop, asker, input, request }) => {
    await countWrite(shop, asker, request)
    const wanted = { skuId: input.sku_id, quantity: input.quantity }
    const { count, guestToken } = await cart.setCartQuantity(shop, readOwner(asker, request), wanted)
    if (guestToken) keepGuestToken(shop, request, guestToken)
    return { count }
  }),
  handle(calls.getCart, async ({ shop, asker, input: { currency }, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    return getCart(shop, asker, readOwner(asker, request), { currency, language })
  }),
  handle(calls.removeFromCart, async ({ shop, asker, input, request }) => {
    await countWrite(shop, asker, request)
    const unwanted = { skuId: input.sku_id, quantity: input.quantity }
    return { count: await cart.removeFromCart(shop, readOwner(asker, request), unwanted) }
  }),
  handle(calls.getCartCount, async ({ shop, asker, request }) => ({
    count: await cart.countCart(shop, readOwner(asker, request)),
  })),
]

/**
 * Limits writes to carts. Guests are counted by network, since a new cart or a new IP address of the same network costs nothing.
 */
function countWrite(shop: Shop, asker: Visitor, request: VisitorRequest): Promise<void> {
  return shop.limits.take('cartByCaller', asker.customerId ?? networkOf(request.ip))
}
