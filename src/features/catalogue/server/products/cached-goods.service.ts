import { asc, eq, inArray } from 'drizzle-orm'
import type { CurrencyStyle } from '#contract/money/money.ts'
import type { ShoeSizes } from '#features/catalogue/catalogue.rules.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import { cacheRows, cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { categories, productCategories, products, shoeSizes, skuOptions, skus } from '../catalogue.tables.ts'

type Category = { id: number; code: string; name: string }

/** The product data of an order line. */
export type CachedProduct = {
  id: number
  name: string
  status: number
  image: string
  handle: string
  feedId: string | null
  basicCategory: Category
  categories: Category[]
}

/** The SKU data of an order line. */
export type CachedSku = {
  id: number
  inventory: number
  currency: string
  image: string | null
  priceAmount: number
  specialPriceAmount: number | null
  newUserPriceAmount: number | null
  options: { name: string; valueName: string }[]
}

const category = { id: categories.id, code: categories.code, name: categories.name }

/**
 * Cached products by id, at most a kilobyte each. A shop can have many products, but the orders of a day refer to few
 * of them.
 */
const readProducts = cacheRows({
  table: products,
  with: [categories, productCategories],
  maxEntries: 5_000,
  load: async (db: Database, ids: number[]): Promise<Map<number, CachedProduct>> => {
    const rows = await db
      .select({ product: products, category })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.basicCategoryId))
      .where(inArray(products.id, ids))
    const inCategories = await db
      .select({ productId: productCategories.productId, category })
      .from(productCategories)
      .innerJoin(categories, eq(categories.id, productCategories.categoryId))
      .where(inArray(productCategories.productId, ids))
      .orderBy(asc(productCategories.position), asc(categories.id))
    const categoriesOf = Map.groupBy(inCategories, ({ productId }) => productId)
    return new Map(
      rows.map(({ product: { id, name, status, image, handle, feedId }, category: basicCategory }) => [
        id,
        {
          ...{ id, name, status, image, handle, feedId, basicCategory },
          categories: (categoriesOf.get(id) ?? []).map((one) => one.category),
        },
      ]),
    )
  },
})

const readSkus = cacheRows({
  table: skus,
  with: [skuOptions],
  invalidatedBy: ['stock'],
  maxEntries: 20_000,
  load: async (db: Database, ids: number[]): Promise<Map<number, CachedSku>> => {
    const rows = await db.select().from(skus).where(inArray(skus.id, ids))
    const options = await db
      .select({ skuId: skuOptions.skuId, name: skuOptions.name, valueName: skuOptions.valueName })
      .from(skuOptions)
      .where(inArray(skuOptions.skuId, ids))
      .orderBy(asc(skuOptions.position))
    const optionsOf = Map.groupBy(options, ({ skuId }) => skuId)
    return new Map(
      rows.map(({ id, inventory, currency, image, priceAmount, specialPriceAmount, newUserPriceAmount }) => [
        id,
        {
          ...{ id, inventory, currency, image, priceAmount, specialPriceAmount, newUserPriceAmount },
          options: (optionsOf.get(id) ?? []).map(({ name, valueName }) => ({ name, valueName })),
        },
      ]),
    )
  },
})

/** Cached US sizes of European sizes, by category code. */
const readShoeSizes = cacheValue([shoeSizes], async (db): Promise<Map<string, ShoeSizes>> => {
  const byCategory = Map.groupBy(await db.select().from(shoeSizes), ({ categoryCode }) => categoryCode)
  return new Map(
    [...byCategory].map(([code, sizes]) => [code, Object.fromEntries(sizes.map((one) => [one.euSize, one.usSize]))]),
  )
})

/** The catalogue data of bought goods. */
export type CachedGoods = {
  products: Map<number, CachedProduct>
  skus: Map<number, CachedSku>
  shoeSizes: Map<string, ShoeSizes>
  styles: Map<string, CurrencyStyle>
}

export async function readGoods(
  db: Database,
  lines: readonly { productId: number; skuId: number | null }[],
): Promise<CachedGoods> {
  // Sequential, because a transaction has only one connection and bypasses the cache.
  const foundProducts = await readProducts(
    db,
    lines.map(({ productId }) => productId),
  )
  const ownSkus = await readSkus(
    db,
    lines.flatMap(({ skuId }) => skuId ?? []),
  )
  const sizes = await readShoeSizes(db)
  const styles = await readCurrencyStyles(db)
  return { products: foundProducts, skus: ownSkus, shoeSizes: sizes, styles }
}
