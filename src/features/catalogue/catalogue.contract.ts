import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'

export const WirePrice = z.object({ code: z.string(), price: z.string(), price_value: z.string() })

/** The currency of the prices. For an unknown currency, the prices are in the shop's own currency. */
export const AskedCurrency = z.optional(z.string().check(z.maxLength(3)))

export const SkuOption = z.object({
  name: z.string(),
  value_name: z.string(),
  /** The US size of a known shoe size, shown as `US x` instead of the value. */
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
  /** The Markdown source. */
  description: z.string(),
  /** The description as HTML, so that browsers load no parser. */
  description_html: z.string(),
  /** 1: on sale. 0: taken down. 4: expired. */
  status: z.int(),
  image: z.string(),
  images: z.array(z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int() })),
  /** 1: regular. 2: final sale. 4 and 5: exchange. 6: limited-time discount. */
  type: z.int(),
  type_name: z.nullable(z.enum(['zero_buy', 'pre_sale'])),
  product_basic_category: z.object({ code: z.string(), name: z.string() }),
  categories: z.array(z.object({ code: z.string(), name: z.string() })),
  /** The reason why the product cannot be returned. Null if it can be returned within the window. */
  return_block_reason: z.nullable(z.enum(['final_sale', 'not_returnable', 'zero_buy'])),
  /** European and US sizes of the category. Empty for anything but shoes. */
  shoe_sizes: z.array(z.object({ eu_size: z.int(), us_size: z.string() })),
  /**
   * True for a product that is not on sale and is shown by a preview token. In this case, `status` has the value of a
   * product on sale.
   */
  is_preview: z.boolean(),
  /** Whether the product is on the visitor's wishlist. */
  is_collected: z.boolean(),
  /**
   * The requested currency if no SKU has a price in this currency and the product therefore cannot be bought. Otherwise
   * null.
   */
  unpriced_currency: z.nullable(z.string()),
  skus: z.array(ProductSku),
})
export type Product = z.output<typeof Product>

/** The terms that apply to every SKU of a product. */
export const OfferTerms = z.object({
  /** The last day, `YYYY-MM-DD`, on which other sites may repeat the prices. */
  price_valid_until: z.string(),
  /** The days from delivery within which the product can be returned. */
  return_days: z.int(),
  /** Country codes. Empty if the shop has not set any. */
  ships_to: z.array(z.string()),
  /** The shipping costs for an order of the cheapest SKU alone. */
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
    'Returns a product with its SKUs. If the shop does not offer the requested currency, prices are in the shop’s own currency. A product that was never on sale requires a `preview` token from staff.',
  access: 'anyone',
  envelope: inData,
  input: z.object({
    handle: Handle,
    currency: AskedCurrency,
    preview: z.optional(z.string().check(z.maxLength(300))),
  }),
  output: OfferedProduct,
})
