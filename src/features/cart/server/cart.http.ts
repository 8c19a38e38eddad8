import { findVisitorCountry } from '#features/addresses/server/visitor-country.service.ts'
import { readVisitorLanguage } from '#features/settings/server/mail-words.service.ts'
import { handle, type Visitor } from '#server/http/http.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../cart.contract.ts'
import * as cart from './cart.service.ts'
import { mergeBrowserCart, readOwner, setCartCookie } from './cart-owner.ts'
import { getCart } from './read-cart.service.ts'

export const cartHandlers = [
  handle(calls.addToCart, async ({ shop, actor, input, request }) => {
    await countCartWrite(shop, actor, request)
    const owner = readOwner(actor, request)
    if (owner.customerId) await mergeBrowserCart(shop, request, owner.customerId)
    const { count, guestToken } = await cart.addToCart(shop, owner, { skuId: input.sku_id, quantity: input.quantity })
    if (guestToken) setCartCookie(shop, request, guestToken)
    return { count }
  }),
  handle(calls.setCartQuantity, async ({ shop, actor, input, request }) => {
    await countCartWrite(shop, actor, request)
    const line = { skuId: input.sku_id, quantity: input.quantity }
    const { count, guestToken } = await cart.setCartQuantity(shop, readOwner(actor, request), line)
    if (guestToken) setCartCookie(shop, request, guestToken)
    return { count }
  }),
  handle(calls.getCart, async ({ shop, actor, input: { currency }, request }) => {
    const language = await readVisitorLanguage(shop.db, request)
    const { customerId } = actor
    const country = await findVisitorCountry(shop, { customerId, header: request.header })
    return getCart(shop, actor, readOwner(actor, request), { currency, language, country })
  }),
  handle(calls.removeFromCart, async ({ shop, actor, input, request }) => {
    await countCartWrite(shop, actor, request)
    const unwanted = { skuId: input.sku_id, quantity: input.quantity }
    return { count: await cart.removeFromCart(shop, readOwner(actor, request), unwanted) }
  }),
  handle(calls.getCartCount, async ({ shop, actor, request }) => ({
    count: await cart.countCart(shop, readOwner(actor, request)),
  })),
]

/**
 * Limits writes to carts. Guests are counted by network, because a guest can easily get a new cart or another IP
 * address of the same network.
 */
function countCartWrite(shop: Shop, actor: Visitor, request: VisitorRequest): Promise<void> {
  return shop.limits.take('cartByCaller', actor.customerId ?? networkOf(request.ip))
}
