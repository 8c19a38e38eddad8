import { and, asc, eq, sql } from 'drizzle-orm'
import type { Parsed } from '#contract/calls/call.ts'
import { type CurrencyStyle, toWirePrice } from '#contract/money/money.ts'
import type { getProduct as getProductCall, Product } from '#features/catalogue/catalogue.contract.ts'
import { availability, findUsSize } from '#features/catalogue/catalogue.rules.ts'
import {
  type ChosenPrice,
  choosePayable,
  convertAmounts,
  findAmounts,
  type SkuAmounts,
  type StoredAmounts,
} from '#features/catalogue/prices.rules.ts'
import { findSaleBlock } from '#features/catalogue/sale-types.rules.ts'
import { renderMarkdown } from '#features/settings/markdown.rules.ts'
import { type Currency, chooseCurrency, readCurrencies } from '#features/settings/server/currencies.service.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Visitor } from '#server/http/http.ts'
import { refuse } from '#server/http/refuse.ts'
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
import { wishlistItems } from '../wishlist/wishlist.tables.ts'
import { isPreviewTokenValid } from './product-preview.service.ts'

type SkuRow = StoredAmounts & { id: number; currency: string }
/** A currency with the price of each SKU. SKUs that cannot be sold in this currency are missing. */
export type Pricing = { style: CurrencyStyle; prices: Map<number, ChosenPrice> }

const queries = prepareOnce((db) => {
  const handle = sql.placeholder('handle')
  const productId = sql.placeholder('productId')
  return {
    product: db
      .select({ product: products, category: categories })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.basicCategoryId))
      .where(eq(products.handle, handle))
      .prepare('product'),
    pictures: db
      .select({
        path: productImages.path,
        alt: productImages.alt,
        width: productImages.width,
        height: productImages.height,
      })
      .from(productImages)
      .where(eq(productImages.productId, productId))
      .orderBy(asc(productImages.position))
      .prepare('product_pictures'),
    categories: db
      .select({ code: categories.code, name: categories.name })
      .from(productCategories)
      .innerJoin(categories, eq(categories.id, productCategories.categoryId))
      .where(eq(productCategories.productId, productId))
      .orderBy(asc(productCategories.position), asc(categories.id))
      .prepare('product_categories'),
    sizes: db
      .select({ eu_size: shoeSizes.euSize, us_size: shoeSizes.usSize })
      .from(shoeSizes)
      .where(eq(shoeSizes.categoryCode, sql.placeholder('categoryCode')))
      .orderBy(asc(shoeSizes.euSize))
      .prepare('category_sizes'),
    skus: db
      .select()
      .from(skus)
      .where(eq(skus.productId, productId))
      .orderBy(asc(skus.sort), asc(skus.id))
      .prepare('product_skus'),
    options: db
      .select({ skuId: skuOptions.skuId, name: skuOptions.name, value_name: skuOptions.valueName })
      .from(skuOptions)
      .innerJoin(skus, eq(skus.id, skuOptions.skuId))
      .where(eq(skus.productId, productId))
      .orderBy(asc(skuOptions.skuId), asc(skuOptions.position))
      .prepare('product_options'),
    pricesByHand: db
      .select()
      .from(skuPrices)
      .where(
        and(
          sql`${skuPrices.skuId} = any(${sql.placeholder('skuIds')})`,
          eq(skuPrices.currency, sql.placeholder('currency')),
        ),
      )
      .prepare('sku_prices_by_hand'),
  }
})

export async function getProduct(
  shop: Shop,
  actor: Visitor,
  { handle, currency, preview, language }: Parsed<typeof getProductCall> & { language: string },
): Promise<Product> {
  const { db, hooks } = shop
  const ask = queries(db)
  const [found] = await ask.product.execute({ handle })
  if (!found) throw refuse('not_found')
  const { product, category } = found
  const isPreview = product.status !== availability.forSale && (await isPreviewTokenValid(shop, product.id, preview))
  // An unpublished product gets the same response as a missing product.
  if (!product.wasPublished && !isPreview) throw refuse('not_found')
  const its = { productId: product.id, categoryCode: category.code }
  const [pictures, ownCategories, sizes, ownSkus, options, isNewUser, collected] = await Promise.all([
    ask.pictures.execute(its),
    ask.categories.execute(its),
    ask.sizes.execute(its),
    ask.skus.execute(its),
    ask.options.execute(its),
    hooks.isNewShopper(db, actor),
    isCollected(db, actor, product.id),
  ])
  const pricing = await priceSkus(db, ownSkus, { currency, isNewUser })
  const { prices } = pricing
  const style = { ...pricing.style, language }
  const usSizes = Object.fromEntries(sizes.map(({ eu_size, us_size }) => [eu_size, us_size]))
  return {
    id: product.id,
    handle: product.handle,
    name: product.name,
    description: product.description,
    description_html: renderMarkdown(product.description),
    status: isPreview ? availability.forSale : product.status,
    is_preview: isPreview,
    image: product.image,
    images: pictures,
    type: product.saleType,
    type_name: product.saleTypeName,
    product_basic_category: { code: category.code, name: category.name },
    categories: ownCategories,
    return_block_reason: findProductReturnBlock(product, category.isReturnable),
    shoe_sizes: sizes,
    is_collected: collected,
    unpriced_currency: ownSkus.length > 0 && prices.size === 0 ? style.code : null,
    skus: ownSkus.flatMap((sku) => {
      const price = prices.get(sku.id)
      if (!price) return []
      return {
        id: sku.id,
        sku: sku.sku,
        image: sku.image,
        inventory: sku.inventory,
        options: options
          .filter(({ skuId }) => skuId === sku.id)
          .map(({ name, value_name }) => ({
            name,
            value_name,
            us_size: findUsSize(value_name, category.code, usSizes),
          })),
        price: toWirePrice(price.priceAmount, style),
        compare_at_price: price.compareAtAmount === null ? null : toWirePrice(price.compareAtAmount, style),
        is_new_user_price: price.isNewUserPrice,
      }
    }),
  }
}

/**
 * Returns the price of each SKU in a currency. A manual price takes precedence over a price converted from the SKU's
 * own currency.
 */
export async function priceSkus(
  db: Database,
  rows: SkuRow[],
  { currency: asked, isNewUser }: { currency: string | undefined; isNewUser: boolean },
): Promise<Pricing> {
  const skuIds = rows.map(({ id }) => id)
  // Sequential, because an order prices its lines inside a transaction, which has only one connection.
  const known = await readCurrencies(db)
  const target = chooseCurrency(known, asked)
  const currency = target.code
  const byHand = await queries(db).pricesByHand.execute({ skuIds, currency })
  const setByHand = new Map(byHand.map((one) => [one.skuId, one]))
  const prices = new Map<number, ChosenPrice>()
  for (const row of rows) {
    const own = findAmounts(row)
    if (!own) continue
    const byHand = setByHand.get(row.id)
    const set = byHand && findAmounts({ ...byHand, isFree: row.isFree })
    const amounts = set ?? convertOwn(own, known.get(row.currency), target)
    if (amounts) prices.set(row.id, choosePayable(amounts, isNewUser, currency))
  }
  return { style: target, prices }
}

/** Converts amounts. Returns null if their currency has no rate, or if the other currency has own prices only. */
function convertOwn(amounts: SkuAmounts, own: Currency | undefined, target: Currency): SkuAmounts | null {
  if (!own) return null
  return own.code === target.code ? amounts : convertAmounts(amounts, own, target)
}

async function isCollected(db: Database, actor: Visitor, productId: number): Promise<boolean> {
  if (!actor.customerId) return false
  const [found] = await db
    .select({ productId: wishlistItems.productId })
    .from(wishlistItems)
    .where(and(eq(wishlistItems.customerId, actor.customerId), eq(wishlistItems.productId, productId)))
  return found !== undefined
}

function findProductReturnBlock(
  { saleType: type, saleTypeName: typeName }: { saleType: number; saleTypeName: string | null },
  isReturnable: boolean,
): Product['return_block_reason'] {
  const block = findSaleBlock({ type, typeName, isReturnable, isGift: false })
  // The reason `gift` concerns order lines only.
  return block === 'gift' ? null : block
}
