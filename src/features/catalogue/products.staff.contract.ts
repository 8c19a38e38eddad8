import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'
import { maxAmount } from './price-changes.staff.rules.ts'
import { handlePattern, productLimits, productStateNames, saleKindNames } from './product.staff.rules.ts'
import { maxStock, maxWeight } from './stock.rules.ts'

/** A handle in an address. The product may not exist. */
const HandleInPath = z.string().check(z.maxLength(100))
export const SkuCode = filledText(64)
export const Handle = z
  .string()
  .check(z.maxLength(100), z.regex(handlePattern, 'Use only lowercase letters, digits and single hyphens'))
const Money = z.extend(StaffMoney, { amount: z.int().check(z.gte(0), z.lte(maxAmount)) })

/** Prices in one currency. Prices other than the regular price are optional. */
const SkuPrice = z.object({
  price: Money,
  special: z._default(z.nullable(Money), null),
  new_user: z._default(z.nullable(Money), null),
  compare_at: z._default(z.nullable(Money), null),
})
export type SkuPrice = z.output<typeof SkuPrice>

/** Weight of one unit with its packaging, in grams. Null means unknown and counts as 0 for shipping prices. */
const Weight = z.nullable(z.int().check(z.gte(0), z.lte(maxWeight, 'A unit weighs at most 1,000 kg')))
const Option = z.object({ name: filledText(50), value: filledText(100) })

export const StaffSku = z.object({
  id: z.int(),
  sku: z.string(),
  options: z.array(Option),
  image: z.nullable(z.string()),
  stock: z.int(),
  /** Grams, with packaging. Null means unknown. */
  weight: z.nullable(z.int()),
  /**
   * The first price is the SKU's own price and the base of conversions. Currencies with a price in this list are not
   * converted.
   */
  prices: z.array(SkuPrice),
  /**
   * True if a price of 0 is intended. Otherwise a price of 0 is rejected, and a SKU stored with such a price cannot be
   * bought.
   */
  is_free: z.boolean(),
  /** The lowest price of the last 30 days in the SKU's own currency. Null without a price. */
  lowest: z.nullable(StaffMoney),
})
export type StaffSku = z.output<typeof StaffSku>

/** A SKU in a request. `stock` applies to new SKUs only. For existing SKUs, use `POST /stock`. */
const SkuToSave = z.object({
  sku: SkuCode,
  options: z._default(z.array(Option).check(z.maxLength(productLimits.options)), []),
  image: z._default(z.nullable(z.string().check(z.maxLength(300))), null),
  stock: z._default(z.int().check(z.gte(0), z.lte(maxStock)), 0),
  prices: z.array(SkuPrice).check(z.minLength(1, 'Each SKU needs a price.'), z.maxLength(50)),
  /** Grams, with packaging. If the field is left out, the weight of an existing SKU stays unchanged. */
  weight: z.optional(Weight),
  /** Whether the SKU is given away. Must be true if a price is 0. */
  is_free: z._default(z.boolean(), false),
})
export type SkuToSave = z.output<typeof SkuToSave>
const SkuGrid = z.array(SkuToSave).check(z.maxLength(productLimits.skus))

const Picture = z.object({ path: z.string(), alt: z.string(), width: z.int(), height: z.int() })
export type StaffPicture = z.output<typeof Picture>

const Texts = z.record(
  z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/), z.maxLength(8)),
  z.object({
    name: filledText(productLimits.name),
    description: z._default(z.string().check(z.maxLength(productLimits.description)), ''),
  }),
)

const fields = {
  name: filledText(productLimits.name),
  description: z.string().check(z.maxLength(productLimits.description)),
  status: z.enum(productStateNames),
  /** Category codes. The first one decides the rules and filters of the product. */
  categories: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(productLimits.categories)),
  sale: z.enum(saleKindNames),
  offer: z.nullable(z.enum(['pre_sale', 'zero_buy'])),
  search_words: z.string().check(z.trim(), z.maxLength(1000)),
  feed_id: z.nullable(filledText(100)),
  /** The code of a tax category. Null means that of the product’s first category. */
  tax_category: z.nullable(z.string().check(z.maxLength(40))),
  /** Names and descriptions by language code. */
  texts: Texts,
}

export const StaffProduct = z.object({
  ...fields,
  id: z.int(),
  handle: z.string(),
  /** True once the product was on sale. Its page then stays for orders and search engines. */
  was_published: z.boolean(),
  image: z.string(),
  pictures: z.array(Picture),
  skus: z.array(StaffSku),
  created_at: StaffTime,
})
export type StaffProduct = z.output<typeof StaffProduct>

const ProductRow = z.object({
  id: z.int(),
  handle: z.string(),
  name: z.string(),
  status: z.enum(productStateNames),
  image: z.string(),
  category: z.string(),
  sale: z.enum(saleKindNames),
  /** Whether products of its category can be returned. */
  is_returnable: z.boolean(),
  skus: z.int(),
  stock: z.int(),
  /** The number of SKUs with one to five units left. */
  low_skus: z.int(),
  /** The lowest current price of its SKUs. Null without a price. */
  price: z.nullable(StaffMoney),
  /** The compare-at price, shown struck through. */
  before: z.nullable(StaffMoney),
  /** The average of the published reviews from 1 to 5. Null without reviews. */
  stars: z.nullable(z.number()),
  created_at: StaffTime,
})
export type ProductRow = z.output<typeof ProductRow>

export const listStaffProducts = defineStaffList({
  path: '/products',
  about: 'Lists products of any status. `q` searches by handle, SKU code or words of the name.',
  scope: 'catalogue:read',
  input: z.object({
    ...ListInput,
    status: z.optional(z.enum(productStateNames)),
    category: z.optional(z.string().check(z.maxLength(60))),
    sale: z.optional(z.enum(saleKindNames)),
    /** Selects products on sale: `low` with a SKU that has one to five units left, or `out` without any stock. */
    stock: z.optional(z.enum(['low', 'out'])),
    /** The value `missing` selects products without translations. */
    texts: z.optional(z.enum(['missing'])),
    sort: z._default(z.enum(['newest', 'oldest', 'handle']), 'newest'),
  }),
  output: ProductRow,
})

export const countStaffProducts = defineStaffCall({
  method: 'GET',
  path: '/product-counts',
  about:
    'Returns the number of products in each view of the product list, up to 10,001. The views by stock include only the first 10,000 SKUs.',
  scope: 'catalogue:read',
  input: z.object({}),
  output: z.object({
    counts: z.object({
      all: z.int(),
      live: z.int(),
      hidden: z.int(),
      ended: z.int(),
      low: z.int(),
      out: z.int(),
      texts_missing: z.int(),
    }),
  }),
  example: { input: {} },
})

export const getStaffProduct = defineStaffCall({
  method: 'GET',
  path: '/products/:handle',
  about: 'Returns a product with its SKUs, prices, stock, pictures and texts. Stock changes do not change its version.',
  scope: 'catalogue:read',
  input: z.object({ handle: HandleInPath }),
  output: StaffProduct,
})

export const createProduct = defineStaffCall({
  method: 'POST',
  path: '/products',
  about: 'Creates a product. Pictures are added in separate requests. Until then, a placeholder drawing is shown.',
  scope: 'catalogue:write',
  input: z.object({
    ...fields,
    handle: Handle,
    description: z._default(fields.description, ''),
    status: z._default(fields.status, 'hidden'),
    sale: z._default(fields.sale, 'regular'),
    offer: z._default(fields.offer, null),
    search_words: z._default(fields.search_words, ''),
    feed_id: z._default(fields.feed_id, null),
    tax_category: z._default(fields.tax_category, null),
    texts: z._default(Texts, {}),
    skus: z._default(SkuGrid, []),
  }),
  output: StaffProduct,
  example: {
    input: {
      handle: 'ebb-wrap-midi-dress',
      name: 'Ebb Wrap Midi Dress',
      description: 'Falls to the calf, ties at the side.',
      status: 'live',
      categories: ['dresses'],
      skus: [
        {
          sku: 'EBB-CLA-M',
          options: [
            { name: 'Color', value: 'Clay' },
            { name: 'Size', value: 'M' },
          ],
          stock: 12,
          weight: 350,
          prices: [{ price: { amount: 12_800, currency: 'USD' }, compare_at: { amount: 16_000, currency: 'USD' } }],
        },
      ],
    },
  },
})

export const editProduct = defineStaffCall({
  method: 'PATCH',
  path: '/products/:handle',
  about: 'Changes the given fields of a product. Other fields stay unchanged. `texts` is replaced as a whole.',
  scope: 'catalogue:write',
  input: z.extend(z.partial(z.object(fields)), { handle: HandleInPath }),
  output: StaffProduct,
})

export const saveSkuGrid = defineStaffCall({
  method: 'PUT',
  path: '/products/:handle/skus',
  about:
    'Replaces all SKUs of a product, in the given order. Omitted SKUs leave the catalog, and orders show them as expired.',
  scope: 'catalogue:write',
  input: z.object({ handle: HandleInPath, skus: SkuGrid }),
  output: StaffProduct,
})

export const createPreviewLink = defineStaffCall({
  method: 'POST',
  path: '/products/:handle/preview',
  about:
    'Creates a link that shows the page of a product before it is on sale. It works for 7 days, for anyone who has it.',
  scope: 'catalogue:read',
  carriesSecret: true,
  input: z.object({ handle: HandleInPath }),
  output: z.object({ url: z.url(), expires_at: StaffTime }),
})

export const deleteProduct = defineStaffCall({
  method: 'DELETE',
  path: '/products/:handle',
  about:
    'Deletes a product, unless other data such as orders or reviews refers to it. In that case, the product gets the status `ended` instead.',
  scope: 'catalogue:write',
  input: z.object({ handle: HandleInPath }),
  output: z.object({ outcome: z.enum(['deleted', 'ended']) }),
})

const PictureFile = z.file().check(z.minSize(1))
export const addProductPicture = defineStaffCall({
  method: 'POST',
  path: '/products/:handle/pictures',
  about:
    'Adds a PNG or JPEG picture after the existing pictures. The picture is re-encoded. A duplicate is not added again.',
  scope: 'catalogue:write',
  sentAs: 'multipart',
  asksOthers: true,
  input: z.object({
    handle: HandleInPath,
    file: PictureFile,
    alt: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  }),
  output: StaffProduct,
})

export const arrangePictures = defineStaffCall({
  method: 'PATCH',
  path: '/products/:handle/pictures',
  about:
    'Sets the order and the alternative texts of a product’s pictures. Omitted pictures are removed from the product.',
  scope: 'catalogue:write',
  input: z.object({
    handle: HandleInPath,
    pictures: z
      .array(
        z.object({
          path: z.string().check(z.maxLength(300)),
          alt: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
        }),
      )
      .check(z.maxLength(productLimits.pictures)),
  }),
  output: StaffProduct,
})
