import { eq, inArray } from 'drizzle-orm'
import { isSafeLink } from '#contract/text/links.ts'
import type { ProductStatus } from '#features/catalogue/catalogue.rules.ts'
import { readHomeCurrency } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import {
  categories,
  productCategories,
  productImages,
  products,
  shoeSizes,
  skuOptions,
  skuPrices,
  skus,
} from '../catalogue.tables.ts'

type CategoryRow = typeof categories.$inferInsert
type ProductRow = Omit<typeof products.$inferInsert, 'createdAt' | 'searchVector'>
/** A SKU whose prices are in the shop's own currency, unless it names another one. */
type SkuRow = Omit<typeof skus.$inferInsert, 'productId' | 'currency'> & { currency?: string }
type PriceRow = Omit<typeof skuPrices.$inferInsert, 'skuId'>

/** A complete product from a merchant or an import. */
export type ProductToSave = ProductRow & {
  /** The creation date, if an import knows it. Otherwise the time of the first save. */
  createdAt?: Date
  /** Categories in addition to the basic one, which always comes first. */
  categoryIds?: number[]
  images: { path: string; alt: string }[]
  skus: (SkuRow & { options: { name: string; valueName: string }[]; prices?: PriceRow[] })[]
}

export async function saveCategories(db: Database, rows: CategoryRow[]): Promise<void> {
  for (const { code, image } of rows) refuseUnsafePicture(code, image)
  await saveRows(db, categories, [categories.id], rows)
}

export async function saveShoeSizes(db: Database, rows: (typeof shoeSizes.$inferInsert)[]): Promise<void> {
  await saveRows(db, shoeSizes, [shoeSizes.categoryCode, shoeSizes.euSize], rows)
}

/** Adds or replaces products. SKUs that are left out stay, because orders refer to them. */
export async function saveProducts({ db, clock }: Shop, list: ProductToSave[]): Promise<void> {
  const createdAt = clock.now()
  for (const product of list) refuseUnsafeProduct(product)
  const productIds = list.map(({ id }) => id)
  await db.transaction(async (tx) => {
    const rows = list.map(({ categoryIds: _, images: __, skus: ___, ...product }) => product)
    const known = await tx
      .select({ id: products.id, createdAt: products.createdAt })
      .from(products)
      .where(inArray(products.id, productIds))
    const addedAt = new Map(known.map((one) => [one.id, one.createdAt]))
    await saveRows(
      tx,
      products,
      [products.id],
      rows.map((row) => ({ ...row, createdAt: row.createdAt ?? addedAt.get(row.id) ?? createdAt })),
    )
    await tx.delete(productCategories).where(inArray(productCategories.productId, productIds))
    await tx.insert(productCategories).values(
      list.flatMap(({ id, basicCategoryId, categoryIds = [] }) =>
        [...new Set([basicCategoryId, ...categoryIds])].map((categoryId, position) => ({
          productId: id,
          categoryId,
          position,
        })),
      ),
    )
    await tx.delete(productImages).where(inArray(productImages.productId, productIds))
    await tx
      .insert(productImages)
      .values(
        list.flatMap(({ id, images }) => images.map((image, position) => ({ productId: id, position, ...image }))),
      )
    await saveSkus(tx, list)
  })
}

async function saveSkus(tx: Database, list: ProductToSave[]): Promise<void> {
  const all = list.flatMap((product) => product.skus.map((sku) => ({ ...sku, productId: product.id })))
  if (all.length === 0) return
  const currency = await readHomeCurrency(tx)
  await saveRows(
    tx,
    skus,
    [skus.id],
    all.map(({ options: _, prices: __, ...sku }) => ({ currency, ...sku })),
  )
  const skuIds = all.map(({ id }) => id)
  await tx.delete(skuOptions).where(inArray(skuOptions.skuId, skuIds))
  await saveRows(
    tx,
    skuOptions,
    [skuOptions.skuId, skuOptions.position],
    all.flatMap(({ id, options }) => options.map((option, position) => ({ skuId: id, position, ...option }))),
  )
  await tx.delete(skuPrices).where(inArray(skuPrices.skuId, skuIds))
  const prices = all.flatMap(({ id, prices = [] }) => prices.map((price) => ({ ...price, skuId: id })))
  await saveRows(tx, skuPrices, [skuPrices.skuId, skuPrices.currency], prices)
}

/** Sets the status. 1: on sale. 0: taken down. 4: expired. */
export async function setProductStatus(db: Database, productId: number, status: ProductStatus): Promise<void> {
  const changed = await db
    .update(products)
    .set({ status })
    .where(eq(products.id, productId))
    .returning({ id: products.id })
  if (changed.length === 0) throw refuse('not_found')
}

/** Sets the stock after a count. Orders change the stock separately. */
export async function setInventory(db: Database, skuId: number, inventory: number): Promise<void> {
  const changed = await db.update(skus).set({ inventory }).where(eq(skus.id, skuId)).returning({ id: skus.id })
  if (changed.length === 0) throw refuse('not_found')
}

/** Deletes a SKU. Lines with this SKU then appear as expired. */
export async function removeSku(db: Database, skuId: number): Promise<void> {
  const gone = await db.delete(skus).where(eq(skus.id, skuId)).returning({ id: skus.id })
  if (gone.length === 0) throw refuse('not_found')
}

function refuseUnsafeProduct({ handle, image, images, skus }: ProductToSave): void {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(handle)) {
    throw refuseFields({
      handle: [`${handle} is not a valid handle: use only lowercase letters, digits and single hyphens`],
    })
  }
  if (images.length === 0) throw refuseFields({ [`${handle}.images`]: ['A product needs at least one picture'] })
  for (const path of [image, ...images.map((one) => one.path), ...skus.map((one) => one.image)]) {
    refuseUnsafePicture(handle, path)
  }
}

function refuseUnsafePicture(name: string, path: string | null | undefined): void {
  if (path && !isSafeLink(path))
    throw refuseFields({ [`${name}.image`]: [`${path} must be a path of this shop or an app store link`] })
}
