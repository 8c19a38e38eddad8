import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'

export const WirePrice = z.object({ code: z.string(), price: z.string(), price_value: z.string() })

/** The currency to show prices in; one that the shop does not know is answered in dollars. */
export const AskedCurrency = z.optional(z.string().check(z.maxLength(3)))

export const SkuOption = z.object({
  name: z.string(),
  value_name: z.string(),
  /** For a shoe size that the table knows; shown as `US x` instead of the value. */
  us_size: z.nullable(z.string()),
})
export type SkuOption = z.output<typeof SkuOption>

export const ProductSku = z.object({
  id: z.int(),
  sku: z.string(),
  image: z.nullable(z.string()),
  inventory: z.int(),
  options: z.array(SkuOption),
  price: WirePrice,
  compare_at_price: z.nullable(WirePrice),
  is_new_user_price: z.boolean(),
})
export type ProductSku = z.output<typeof ProductSku>

export const Product = z.object({
  id: z.int(),
  handle: z.string(),
  name: z.string(),
  /** As staff wrote it, in Markdown. */
  description: z.string(),
  /** The same, rendered: no browser loads a parser to show it. */
  description_html: z.string(),
  /** 1 on sale, 0 taken down, 4 expired. */
  status: z.int(),
  image: z.string(),
  images: z.array(z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int() })),
  /** 1 ordinary, 2 final sale, 4 and 5 exchange, 6 limited-time discount. */
  type: z.int(),
  type_name: z.nullable(z.enum(['zero_buy', 'pre_sale'])),
  product_basic_category: z.object({ code: z.string(), name: z.string() }),
  categories: z.array(z.object({ code: z.string(), name: z.string() })),
  /** Why this product does not come back, or null when it does within the window. */
  return_block_reason: z.nullable(z.enum(['final_sale', 'not_returnable', 'zero_buy'])),
  /** European to US sizes of its category; empty for everything but shoes. */
  shoe_sizes: z.array(z.object({ eu_size: z.int(), us_size: z.string() })),
  /** Not on sale, and only shown because the address carries a preview token; `status` is then what it will be. */
  is_preview: z.boolean(),
  /** On the asker's wishlist. */
  is_collected: z.boolean(),
  /** The currency of the answer where none of the skus has a price in it, so nothing can be bought; null otherwise. */
  unpriced_currency: z.nullable(z.string()),
  skus: z.array(ProductSku),
})
export type Product = z.output<typeof Product>

/** What holds for whoever buys a product, whichever of its skus. */
export const OfferTerms = z.object({
  /** The day, `YYYY-MM-DD`, until which others may repeat the prices. */
  price_valid_until: z.string(),
  /** Days from delivery within which it may come back. */
  return_days: z.int(),
  /** Two letters a country; empty where the shop has not said. */
  ships_to: z.array(z.string()),
  /** What sending the cheapest sku by itself costs. */
  shipping: z.array(z.object({ name: z.string(), price: WirePrice, min_days: z.int(), max_days: z.int() })),
})
export type OfferTerms = z.output<typeof OfferTerms>
export const OfferedProduct = z.extend(Product, { terms: OfferTerms })
export type OfferedProduct = z.output<typeof OfferedProduct>

export const Handle = z.string().check(z.minLength(1), z.maxLength(200))

export const getProduct = defineCall({
  method: 'GET',
  path: '/rest/products/:handle',
  about:
    'A product with its skus, priced in the asked currency, or in dollars when the shop does not know it. One that was never on sale is not found without the `preview` token of a link that staff made.',
  access: 'anyone',
  envelope: inData,
  input: z.object({
    handle: Handle,
    currency: AskedCurrency,
    preview: z.optional(z.string().check(z.maxLength(300))),
  }),
  output: OfferedProduct,
})
