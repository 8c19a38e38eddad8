import * as z from 'zod/mini'
import { defineCall } from '#contract/call.ts'
import { inData } from '#contract/envelopes.ts'

const SkuId = z.int().check(z.gte(1), z.lte(2_147_483_647))
const Quantity = z._default(z.int().check(z.gte(1), z.lte(99)), 1)

export const CartCount = z.object({ count: z.int() })

export const addToCart = defineCall({
  method: 'POST',
  path: '/rest/cart',
  about: 'Puts pieces of a sku into the cart, as many as there are. Guests get a cart of their browser.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ sku_id: SkuId, quantity: Quantity }),
  output: CartCount,
})

export const removeFromCart = defineCall({
  method: 'POST',
  path: '/rest/cart/remove',
  about: 'Takes pieces of a sku out of the cart again; with none of it there, nothing happens.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ sku_id: SkuId, quantity: Quantity }),
  output: CartCount,
})

export const getCartCount = defineCall({
  method: 'GET',
  path: '/rest/cart/count',
  about: 'How many pieces are in the cart.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: CartCount,
})
