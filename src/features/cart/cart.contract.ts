import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { RowId } from '#contract/calls/fields.ts'
import { AskedCurrency, SkuOption, WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { lineProblems } from './cart.rules.ts'

const Quantity = z._default(z.int().check(z.gte(1), z.lte(99)), 1)

export const CartCount = z.object({ count: z.int() })

export const CartLine = z.object({
  sku_id: z.int(),
  product_id: z.int(),
  handle: z.string(),
  name: z.string(),
  image: z.string(),
  options: z.array(SkuOption),
  /** 2: final sale. 4 and 5: exchange. 6: limited-time discount. */
  type: z.int(),
  type_name: z.nullable(z.enum(['zero_buy', 'pre_sale'])),
  quantity: z.int(),
  /** Units in stock, capped at the limit of one order. */
  inventory: z.int(),
  /** Null for a line without a price in the currency of the response. */
  price: z.nullable(WirePrice),
  compare_at_price: z.nullable(WirePrice),
  /** Reason why the line cannot be ordered now. Null if the line has no problem. */
  problem: z.nullable(z.enum(lineProblems)),
})
export type CartLine = z.output<typeof CartLine>

export const Cart = z.object({
  lines: z.array(CartLine),
  /** Number of all units, as shown in the cart badge. */
  count: z.int(),
  /** Number of units that can be ordered now, and their price. */
  buyable_count: z.int(),
  subtotal: WirePrice,
  /** The cheapest shipping to the visitor's country. Null if the shop offers none for this cart. */
  shipping: z.nullable(
    z.object({
      country: z.string(),
      price: WirePrice,
      is_free: z.boolean(),
      /** The amount that is missing for free shipping. Null if shipping is free already, or never. */
      missing_for_free: z.nullable(WirePrice),
    }),
  ),
})
export type Cart = z.output<typeof Cart>

export const getCart = defineCall({
  method: 'GET',
  path: '/rest/cart',
  about:
    'Returns the cart, newest lines first. Prices are in the requested currency, or in the shop’s own currency if the shop does not offer that currency.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ currency: AskedCurrency }),
  output: Cart,
})

export const setCartQuantity = defineCall({
  method: 'POST',
  path: '/rest/cart/quantity',
  about:
    'Sets the quantity of a SKU in the cart. 0 removes the SKU. Quantities above the stock or the limit of one order are rejected.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ sku_id: RowId, quantity: z.int().check(z.gte(0), z.lte(99)) }),
  output: CartCount,
})

export const addToCart = defineCall({
  method: 'POST',
  path: '/rest/cart',
  about:
    'Adds units of a SKU to the cart. Quantities above the stock or the limit of one order are rejected. A guest’s cart is stored for the browser that the request comes from.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ sku_id: RowId, quantity: Quantity }),
  output: CartCount,
})

export const removeFromCart = defineCall({
  method: 'POST',
  path: '/rest/cart/remove',
  about: 'Removes units of a SKU from the cart. Does nothing if the cart does not contain the SKU.',
  access: 'anyone',
  envelope: inData,
  input: z.object({ sku_id: RowId, quantity: Quantity }),
  output: CartCount,
})

export const getCartCount = defineCall({
  method: 'GET',
  path: '/rest/cart/count',
  about: 'Returns the number of units in the cart.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: CartCount,
})
