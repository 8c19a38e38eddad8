import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, inData } from '#contract/calls/envelopes.ts'
import { Pagination, Paging, queryNumber, RowId } from '#contract/calls/fields.ts'
import { AskedCurrency, WirePrice } from './catalogue.contract.ts'
import { pageLength, productSorts, searchMaxLength } from './product-list.rules.ts'

/** A product in a list. */
export const ProductCard = z.object({
  id: z.int(),
  handle: z.string(),
  name: z.string(),
  image: z.string(),
  /** The price of the cheapest matching SKU. */
  price: WirePrice,
  compare_at_price: z.nullable(WirePrice),
  /** True if other SKUs of the product cost more. */
  is_from: z.boolean(),
  /** 1: for sale. 6: sold out. 0 and 4: expired. */
  availability: z.int(),
  is_collected: z.boolean(),
})
export type ProductCard = z.output<typeof ProductCard>

const FilterValue = z.object({ value: z.string(), us_size: z.nullable(z.string()), products: z.int() })

/** The filter values of a list. Active filters do not change the counts, so that no choice hides another value. */
export const ProductFilters = z.object({
  sizes: z.array(FilterValue),
  colors: z.array(FilterValue),
  price: z.nullable(z.object({ least: WirePrice, most: WirePrice })),
})
export type ProductFilters = z.output<typeof ProductFilters>

/** Parses a list such as `38,39`. A product matches if it has any of the values. */
const Words = z.optional(
  z.pipe(
    z.string().check(z.maxLength(500)),
    z.transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ),
)
const CategoryCode = z.string().check(z.minLength(1), z.maxLength(60))
const Amount = z.optional(z.coerce.number<number | string>().check(z.gte(0), z.lte(1_000_000_000)))

export const listProducts = defineCall({
  method: 'GET',
  path: '/rest/products',
  about: 'Lists products for sale in pages. The list can be searched, limited to a category, filtered and sorted.',
  access: 'anyone',
  envelope: bare,
  alsoAnswers: [404],
  input: z.object({
    q: z.optional(z.string().check(z.trim(), z.maxLength(searchMaxLength))),
    category: z.optional(CategoryCode),
    size: Words,
    color: Words,
    min_price: Amount,
    max_price: Amount,
    in_stock: z.optional(queryNumber(0, 1)),
    sort: z.optional(z.enum(productSorts)),
    page: Paging.page,
    limit: z._default(queryNumber(1, 100), pageLength),
    currency: AskedCurrency,
    with_filters: z.optional(queryNumber(0, 1)),
  }),
  output: z.object({
    data: z.array(ProductCard),
    meta: z.object({
      pagination: Pagination,
      category: z.nullable(z.object({ code: z.string(), name: z.string() })),
      /** True if no product matches the search text exactly, and similar products are shown. */
      is_close: z.boolean(),
      filters: z.nullable(ProductFilters),
    }),
  }),
})

export const Category = z.object({
  code: z.string(),
  name: z.string(),
  parent_code: z.nullable(z.string()),
  image: z.nullable(z.string()),
  /** False if items of the category cannot be returned. */
  is_returnable: z.boolean(),
})
export type Category = z.output<typeof Category>

export const listCategories = defineCall({
  method: 'GET',
  path: '/rest/categories',
  about: 'Lists the categories that contain products, in the shop’s order.',
  access: 'anyone',
  envelope: inData,
  input: z.object({}),
  output: z.array(Category),
})

export const listCollected = defineCall({
  method: 'GET',
  path: '/rest/collect',
  about: 'Lists the products on the shopper’s wishlist, latest addition first.',
  access: 'customer',
  envelope: bare,
  alsoAnswers: [409],
  input: z.object({ page: Paging.page, limit: z._default(queryNumber(1, 100), pageLength), currency: AskedCurrency }),
  output: z.object({ data: z.array(ProductCard), meta: z.object({ pagination: Pagination }) }),
})

export const collectProduct = defineCall({
  method: 'POST',
  path: '/rest/collect',
  about: 'Adds a product to the wishlist or removes it. Repeating the request changes nothing.',
  access: 'customer',
  envelope: inData,
  alsoAnswers: [404],
  input: z.object({ product_id: RowId, is_collected: z.boolean() }),
  output: z.object({ is_collected: z.boolean() }),
})
