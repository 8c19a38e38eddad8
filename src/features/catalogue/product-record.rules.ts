import * as z from 'zod/mini'
import { anyText, listUpTo } from '#contract/calls/fields.ts'
import { StaffMoney } from '#contract/calls/staff-call.ts'
import { handlePattern, productLimits, productStateNames } from './product.staff.rules.ts'
import { maxWeight } from './stock.rules.ts'

const maxPrices = 50
// 1,000: more than the categories of a large shop.
const mostCategoryNames = 1_000
const name = (max: number) => anyText(max).check(z.minLength(1))

const RecordPrice = z.object({
  price: StaffMoney,
  special: z.optional(z.nullable(StaffMoney)),
  new_user: z.optional(z.nullable(StaffMoney)),
  compare_at: z.optional(z.nullable(StaffMoney)),
})

export const SkuRecord = z.object({
  sku: name(64),
  options: z.optional(listUpTo(productLimits.options, z.object({ name: name(50), value: name(100) }))),
  stock: z.optional(z.int().check(z.gte(0), z.lte(10_000_000))),
  /** Weight of one unit with its packaging, in grams. Null means unknown. */
  weight: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(maxWeight)))),
  /** A path of this shop, an https URL, or the name of a file in a ZIP. */
  picture: z.optional(z.nullable(name(1000))),
  /** The first price is the base of conversions to other currencies. */
  prices: z.optional(listUpTo(maxPrices, RecordPrice).check(z.minLength(1))),
  /** Must be true for a price of 0, which means that the SKU is given away. */
  is_free: z.optional(z.boolean()),
})
export type SkuRecord = z.output<typeof SkuRecord>

/** The number of names is limited before each name is checked, as in `listUpTo`. */
const CategoryNames = z.pipe(
  z
    .record(z.string(), z.any())
    .check(z.refine((names) => Object.keys(names).length <= mostCategoryNames, 'has too many names')),
  z.record(z.string(), z.string()),
)

/** A product in a file. Fields left out stay unchanged. */
export const ProductRecord = z.object({
  handle: anyText(100).check(
    z.regex(handlePattern, 'is not a valid handle: use only lowercase letters, digits and single hyphens'),
  ),
  name: z.optional(name(productLimits.name)),
  description: z.optional(anyText(productLimits.description)),
  status: z.optional(z.enum(productStateNames)),
  /** Category codes. The first one decides the rules of the product. */
  categories: z.optional(listUpTo(productLimits.categories, name(60))),
  /** The code of a tax category. Empty or null means that of the first category. */
  tax_category: z.optional(z.nullable(name(40))),
  /** Names for categories that the shop does not have yet. */
  category_names: z.optional(CategoryNames),
  pictures: z.optional(
    listUpTo(productLimits.pictures, z.object({ url: name(1000), alt: z._default(anyText(300), '') })),
  ),
  skus: z.optional(listUpTo(productLimits.skus, SkuRecord)),
})
export type ProductRecord = z.output<typeof ProductRecord>

/** A product with all fields. */
export type CompleteProduct = Required<Omit<ProductRecord, 'skus' | 'category_names'>> & {
  category_names?: Record<string, string> | undefined
  skus: Required<SkuRecord>[]
}

/** The category of products without a category. */
export const otherCategory = { code: 'other', name: 'Other' } as const

/** Converts a name to a code: `T-Shirts & Tops` becomes `t_shirts_tops`. */
export function toCategoryCode(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const code = plain
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60)
    .replace(/_+$/, '')
  // A name without Latin letters is spelled by its character codes.
  return (
    code ||
    [...name]
      .map((one) => one.codePointAt(0)?.toString(16))
      .join('')
      .slice(0, 60) ||
    otherCategory.code
  )
}

/** Merges a product of a file with the shop's product. Returns `problem` if the result is invalid. */
export function mergeProduct(
  given: ProductRecord,
  current: CompleteProduct | null,
): { product: CompleteProduct } | { problem: string; sku?: string } {
  const named = given.name ?? current?.name
  if (!named) return { problem: 'name is missing, and the shop has no product with this handle' }
  const before = new Map((current?.skus ?? []).map((one) => [one.sku, one]))
  const known = new Map(before)
  const seen = new Set<string>()
  for (const { sku, ...changes } of given.skus ?? []) {
    if (seen.has(sku)) return { problem: `sku ${sku} is listed twice`, sku }
    seen.add(sku)
    const was = known.get(sku)
    const prices = changes.prices ?? was?.prices ?? []
    if (prices.length === 0) return { problem: `sku ${sku} has no price`, sku }
    const is_free = changes.is_free ?? was?.is_free ?? false
    if (!is_free && hasZero(prices)) return { problem: `sku ${sku} has a price of 0: ${freeHint}`, sku }
    if (new Set(prices.map(({ price }) => price.currency)).size < prices.length) {
      return { problem: `sku ${sku} has two prices in one currency`, sku }
    }
    known.set(sku, {
      sku,
      options: changes.options ?? was?.options ?? [],
      stock: changes.stock ?? was?.stock ?? 0,
      weight: changes.weight === undefined ? (was?.weight ?? null) : changes.weight,
      picture: changes.picture === undefined ? (was?.picture ?? null) : changes.picture,
      prices: fillPrices(prices),
      is_free,
    })
  }
  const missingOption = findMissingOption(given.skus ?? [], known, before)
  if (missingOption)
    return {
      problem: `sku ${missingOption.sku} has no value for the option ${missingOption.name}`,
      sku: missingOption.sku,
    }
  if (known.size === 0) return { problem: 'the product has no SKU, so it cannot be bought' }
  if (known.size > productLimits.skus) return { problem: `it has more than ${productLimits.skus} skus` }
  const categories = given.categories?.length ? given.categories : (current?.categories ?? [])
  return {
    product: {
      handle: given.handle,
      name: named,
      description: given.description ?? current?.description ?? '',
      status: given.status ?? current?.status ?? 'live',
      categories: categories.length > 0 ? [...new Set(categories)] : [otherCategory.code],
      tax_category: given.tax_category === undefined ? (current?.tax_category ?? null) : given.tax_category,
      category_names: given.category_names,
      pictures: given.pictures?.length ? given.pictures : (current?.pictures ?? []),
      skus: [...known.values()],
    },
  }
}

const freeHint = 'for a free item, set the column "free" to yes (in JSON: is_free to true)'

function hasZero(prices: z.output<typeof RecordPrice>[]): boolean {
  return prices.some(({ price, special, new_user }) => [price, special, new_user].some((one) => one?.amount === 0))
}

/** Finds a SKU that lacks an option of its product. SKUs and options that the file leaves out stay unchanged. */
function findMissingOption(
  given: readonly SkuRecord[],
  known: ReadonlyMap<string, Required<SkuRecord>>,
  before: ReadonlyMap<string, unknown>,
): { sku: string; name: string } | null {
  const names = new Set([...known.values()].flatMap(({ options }) => options.map(({ name }) => name)))
  for (const { sku, options } of given) {
    const ownOptions = known.get(sku)?.options ?? []
    const missing = [...names].find((name) => !ownOptions.some((one) => one.name === name))
    if (missing !== undefined && (options !== undefined || !before.has(sku))) return { sku, name: missing }
  }
  return null
}

/** Fills in missing prices, and sorts other currencies by code. */
export function fillPrices(prices: z.output<typeof RecordPrice>[]) {
  const [first, ...others] = prices.map(({ price, special = null, new_user = null, compare_at = null }) => ({
    price,
    special,
    new_user,
    compare_at,
  }))
  others.sort((one, other) => (one.price.currency < other.price.currency ? -1 : 1))
  return first ? [first, ...others] : []
}
