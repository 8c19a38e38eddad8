import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type StaffOutput, type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { findLowestPrice, type PriceAmounts } from '#features/catalogue/price-changes.staff.rules.ts'
import { findAmounts } from '#features/catalogue/prices.rules.ts'
import {
  type ProductState,
  productStates,
  saleKinds,
  toProductState,
  toSaleKind,
} from '#features/catalogue/product.staff.rules.ts'
import { listSearchWords } from '#features/catalogue/product-list.rules.ts'
import type {
  countStaffProducts,
  listStaffProducts,
  ProductRow,
  SkuPrice,
  StaffProduct,
  StaffSku,
} from '#features/catalogue/products.staff.contract.ts'
import { lowStock } from '#features/catalogue/stock.rules.ts'
import { cacheAnswers } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { isAmong, prepareOnce } from '#server/database/prepare-once.ts'
import { maxCounted, readCursor, toPage } from '#server/http/cursors.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import {
  categories,
  productCategories,
  productImages,
  products,
  productTexts,
  skuOptions,
  skuPrices,
  skus,
} from '../catalogue.tables.ts'
import { priceChanges } from '../skus/price-changes.tables.ts'
import { listInvalidations, manyMatches, matchWords, matchWordsUnindexed } from './find-products.service.ts'

type Row = {
  id: number
  handle: string
  name: string
  status: number
  image: string
  category: string
  is_returnable: boolean
  sale_type: number
  created_at: string
}

// The current price. Null for a SKU without a price, so that the SKU is sorted last in its product.
const amountNow = sql`lowest_amount(${skus.isFree}, ${skus.priceAmount}, ${skus.specialPriceAmount}, null)`
const amountBefore = sql`coalesce(${skus.compareAtAmount},
  case when ${skus.specialPriceAmount} is not null then ${skus.priceAmount} end)`
const overProduct = sql`over (partition by ${skus.productId})`

/** Reads the cheapest SKU of each product, its compare-at price, and the number and stock of all SKUs. */
const skuFactsOf = prepareOnce((db) =>
  db
    .selectDistinctOn([skus.productId], {
      id: skus.productId,
      amount: sql<number | null>`${amountNow}`.mapWith((value) => (value === null ? null : Number(value))),
      before: amountBefore.mapWith(skus.compareAtAmount),
      currency: skus.currency,
      skus: sql<number>`count(*) ${overProduct}::int`,
      stock: sql<number>`sum(${skus.inventory}) ${overProduct}::int`,
      low_skus: sql<number>`count(*) filter (where ${skus.inventory} between 1 and ${lowStock}) ${overProduct}::int`,
    })
    .from(skus)
    .where(isAmong(skus.productId, 'ids'))
    .orderBy(skus.productId, amountNow, skus.id)
    .prepare('sku_facts_of_products'),
)

const orders = {
  newest: {
    by: sql`products.created_at desc, products.id desc`,
    isLater: (at: SQL, id: SQL) => sql`(products.created_at, products.id) < (${at}, ${id})`,
  },
  oldest: {
    by: sql`products.created_at, products.id`,
    isLater: (at: SQL, id: SQL) => sql`(products.created_at, products.id) > (${at}, ${id})`,
  },
  handle: { by: sql`products.handle`, isLater: (handle: SQL) => sql`products.handle > ${handle}` },
}

type ParsedInput = StaffParsed<typeof listStaffProducts>

const skusWhere = (condition: SQL) => sql`select from skus s where s.product_id = products.id and ${condition}`
const isLow = sql`s.inventory between 1 and ${lowStock}`

/**
 * Conditions in two forms: `gather` collects the products by an index. `walk` checks each product while the list is
 * scanned, which is faster if many products match.
 */
const stockOf = {
  low: {
    gather: sql`products.id = any(array(select s.product_id from skus s where ${isLow}))`,
    walk: sql`(select true where exists (${skusWhere(isLow)}))`,
  },
  out: {
    gather: sql`products.id = any(array(select s.product_id from skus s where s.inventory = 0))
      and not exists (${skusWhere(sql`s.inventory > 0`)})`,
    walk: sql`(select true where exists (${skusWhere(sql`true`)}) and not exists (${skusWhere(sql`s.inventory > 0`)}))`,
  },
}
const hasNoTexts = sql`not exists (select from product_texts t where t.product_id = products.id)`

export async function readProducts({ db, hooks }: Shop, input: ParsedInput): Promise<StaffPage<ProductRow>> {
  const { limit, after, q, status, category, sort, sale, stock, texts } = input
  const cursor = sort === 'handle' ? readCursor(after, 'text') : readCursor(after, 'time', 'int')
  const categoryId = category === undefined ? undefined : await findCategoryId(db, category)
  if (categoryId === null) return { data: [], next: null, total: 0 }
  const isOfCategory = sql`products.id in (${idsOfCategory(categoryId)})`
  const narrow = (way: 'gather' | 'walk') =>
    sql.join(
      [
        sql`true`,
        ...(status ? [sql`products.status = ${productStates[status]}`] : []),
        ...(categoryId === undefined ? [] : [isOfCategory]),
        ...(q ? [way === 'walk' ? isFoundUnindexed(q) : isFoundByIndex(q)] : []),
        ...(sale ? [sql`products.sale_type = ${saleKinds[sale]}`] : []),
        ...(stock ? [sql`products.status = ${productStates.live} and ${stockOf[stock][way]}`] : []),
        ...(texts ? [hasNoTexts] : []),
      ],
      sql` and `,
    )
  const total = await countProducts(db, { q, status, categoryId, sale, stock, texts }, narrow('gather'))
  const isWanted = narrow(total > manyMatches ? 'walk' : 'gather')
  const { by, isLater } = orders[sort]
  const first = sort === 'handle' ? sql`${cursor?.[0]}::text` : sql`${cursor?.[0]}::timestamptz`
  const { rows } = await db.execute<Row>(sql`
    select products.id, products.handle, products.name, products.status, products.image, products.created_at::text,
      products.sale_type, c.code as category, c.is_returnable
    from (select * from products
      where ${isWanted} and ${cursor ? isLater(first, sql`${cursor[1] ?? 0}::int`) : sql`true`}
      order by ${by} limit ${limit + 1}) products
    join categories c on c.id = products.basic_category_id
    order by ${by}`)
  const ids = rows.map(({ id }) => id)
  const stars = await hooks.starsOfProducts(db, ids)
  const facts = new Map((await skuFactsOf(db).execute({ ids })).map(({ id, ...its }) => [id, its]))
  return toPage(rows, {
    limit,
    total,
    cursorOf: (row) => (sort === 'handle' ? [row.handle] : [row.created_at, row.id]),
    show: ({ sale_type, ...row }) => {
      const its = facts.get(row.id)
      return {
        ...row,
        status: toProductState(row.status),
        sale: toSaleKind(sale_type),
        skus: its?.skus ?? 0,
        stock: its?.stock ?? 0,
        low_skus: its?.low_skus ?? 0,
        stars: stars.get(row.id) ?? null,
        price: its && its.amount !== null ? { amount: its.amount, currency: its.currency } : null,
        before: its?.before ? { amount: its.before, currency: its.currency } : null,
        created_at: toStaffTime(new Date(row.created_at)),
      }
    },
  })
}

/** Looks up the id of a category in a separate query, so that PostgreSQL can estimate the number of its products. */
async function findCategoryId(db: Database, code: string): Promise<number | null> {
  const [found] = await db.select({ id: categories.id }).from(categories).where(eq(categories.code, code))
  return found?.id ?? null
}

const idsOfCategory = (id: number | undefined) =>
  sql`select product_id from product_categories where category_id = ${id ?? 0}`

/** Selects the ids that match a search. Each part of the query uses a separate index. */
const foundIds = (q: string) => sql`
  select p.product_id from listed_products p where ${matchWords(listSearchWords(q))}
  union select id from products where handle = ${q}
  union select product_id from skus where sku = ${q}`

/** Condition for a limited number of results, which are collected first and sorted afterwards. */
const isFoundByIndex = (q: string) => sql`products.id = any(array(${foundIds(q)}))`

/**
 * Condition for many results, checked while products are scanned in the order of the list. The condition is a subquery
 * value, because PostgreSQL would collect the results of an `exists` first.
 */
const isFoundUnindexed = (q: string) => sql`(products.handle = ${q}
  or (select ${matchWordsUnindexed(listSearchWords(q))} from listed_products p where p.product_id = products.id)
  or products.id in (select product_id from skus where sku = ${q}))`

/**
 * Counts products among a limited number of SKUs with the lowest stock, so that counting for a view never reads all
 * SKUs of a large shop.
 */
async function countByStock(db: Database, isSku: SQL, isProduct: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`select count(*)::int as total from products
    where products.status = ${productStates.live} and ${isProduct} and products.id = any(array(
      select s.product_id from skus s where ${isSku} order by s.inventory, s.id limit ${maxCounted}))`)
  return rows[0]?.total ?? 0
}

type Counted = Pick<ParsedInput, 'q' | 'status' | 'sale' | 'stock' | 'texts'> & { categoryId?: number | undefined }

export async function countViews({ db }: Shop): Promise<StaffOutput<typeof countStaffProducts>> {
  const hasState = (status: ProductState) => sql`products.status = ${productStates[status]}`
  const count = (status: ProductState) => countProducts(db, { status }, hasState(status))
  // Sequential, so that one console page does not use all connections.
  return {
    counts: {
      all: await countProducts(db, {}, sql`true`),
      live: await count('live'),
      hidden: await count('hidden'),
      ended: await count('ended'),
      low: await countByStock(db, isLow, sql`true`),
      out: await countByStock(db, sql`s.inventory = 0`, sql`not exists (${skusWhere(sql`s.inventory > 0`)})`),
      texts_missing: await countProducts(db, { texts: 'missing' }, hasNoTexts),
    },
  }
}

const cacheTotals = cacheAnswers<number>({ invalidatedBy: listInvalidations, maxEntries: 500 })

/**
 * Counts products up to the limit, cached until a product changes. A condition that an index covers completely is not
 * checked again on the products.
 */
function countProducts(
  db: Database,
  { q, status, categoryId, sale, stock, texts }: Counted,
  isWanted: SQL,
): Promise<number> {
  const others = [status, sale, stock, texts].map((one) => one ?? '')
  const count = async () => {
    const isAlone = others.every((one) => one === '')
    let ids = sql`select from products where ${isWanted}`
    if (isAlone && q && categoryId === undefined) ids = foundIds(q)
    if (isAlone && !q && categoryId !== undefined) ids = idsOfCategory(categoryId)
    const { rows } = await db.execute<{ total: number }>(
      sql`select count(*)::int as total from (${ids} limit ${maxCounted + 1}) counted`,
    )
    return rows[0]?.total ?? 0
  }
  // Orders change the stock without invalidating the cache, so counts by stock are not cached.
  return stock ? count() : cacheTotals(db, JSON.stringify([q ?? '', categoryId ?? 0, ...others]), count)
}

export async function readProduct({ db, clock }: Pick<Shop, 'db' | 'clock'>, handle: string): Promise<StaffProduct> {
  const [product] = await db.select().from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found', { message: `There is no product ${handle}.` })
  const { id } = product
  // Sequential, because an edit reads inside its transaction, which has only one connection.
  const ownCategories = await db
    .select({ code: categories.code })
    .from(productCategories)
    .innerJoin(categories, eq(categories.id, productCategories.categoryId))
    .where(eq(productCategories.productId, id))
    .orderBy(asc(productCategories.position), asc(categories.id))
  const pictures = await db
    .select({
      path: productImages.path,
      alt: productImages.alt,
      width: productImages.width,
      height: productImages.height,
    })
    .from(productImages)
    .where(eq(productImages.productId, id))
    .orderBy(asc(productImages.position))
  const texts = await db
    .select()
    .from(productTexts)
    .where(eq(productTexts.productId, id))
    .orderBy(asc(productTexts.language))
  return {
    id,
    handle: product.handle,
    name: product.name,
    description: product.description,
    status: toProductState(product.status),
    was_published: product.wasPublished,
    categories: ownCategories.map(({ code }) => code),
    sale: toSaleKind(product.saleType),
    offer: product.saleTypeName,
    search_words: product.searchWords,
    feed_id: product.feedId,
    tax_category: product.taxCategory,
    texts: Object.fromEntries(texts.map(({ language, name, description }) => [language, { name, description }])),
    image: product.image,
    pictures,
    skus: await readSkus(db, id, clock.now()),
    created_at: toStaffTime(product.createdAt),
  }
}

/** 5,000: the latest price changes. Even if prices change every hour, older changes do not affect the last 30 days. */
const maxChangesRead = 5_000

async function readSkus(db: Database, productId: number, now: Date): Promise<StaffSku[]> {
  const rows = await db.select().from(skus).where(eq(skus.productId, productId)).orderBy(asc(skus.sort), asc(skus.id))
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const options = await db
    .select()
    .from(skuOptions)
    .where(inArray(skuOptions.skuId, ids))
    .orderBy(asc(skuOptions.skuId), asc(skuOptions.position))
  const prices = await db
    .select({ price: skuPrices })
    .from(skuPrices)
    .innerJoin(skus, and(eq(skus.id, skuPrices.skuId)))
    .where(inArray(skuPrices.skuId, ids))
    .orderBy(asc(skuPrices.currency))
  const changes = await db
    .select()
    .from(priceChanges)
    .where(inArray(priceChanges.skuId, ids))
    .orderBy(desc(priceChanges.id))
    .limit(maxChangesRead)
  const lowestOf = (sku: { id: number; currency: string; specialPriceAmount: number | null; priceAmount: number }) => {
    const its = changes.filter(({ skuId, currency }) => skuId === sku.id && currency === sku.currency)
    return findLowestPrice(its, now) ?? sku.specialPriceAmount ?? sku.priceAmount
  }
  return rows.map((sku) => ({
    id: sku.id,
    sku: sku.sku,
    options: options.filter(({ skuId }) => skuId === sku.id).map(({ name, valueName }) => ({ name, value: valueName })),
    image: sku.image,
    stock: sku.inventory,
    weight: sku.weight,
    lowest: findAmounts(sku) && { amount: lowestOf(sku), currency: sku.currency },
    is_free: sku.isFree,
    prices: [
      // A price of 0 that staff did not confirm means no price.
      ...(findAmounts(sku) ? [toSkuPrice(sku, sku.currency)] : []),
      ...prices
        .filter(({ price }) => price.skuId === sku.id && price.currency !== sku.currency)
        .map(({ price }) => toSkuPrice(price, price.currency)),
    ],
  }))
}

function toSkuPrice(amounts: PriceAmounts & { priceAmount: number }, currency: string): SkuPrice {
  const money = (amount: number | null) => (amount === null ? null : { amount, currency })
  return {
    price: { amount: amounts.priceAmount, currency },
    special: money(amounts.specialPriceAmount),
    new_user: money(amounts.newUserPriceAmount),
    compare_at: money(amounts.compareAtAmount),
  }
}

/**
 * Returns the product data that determine the version. Stock is left out because it changes all the time. Values that
 * change only with time are left out too.
 */
export function versionOfProduct({ skus: ownSkus = [], ...product }: Partial<StaffProduct>): unknown {
  return { ...product, skus: ownSkus.map(({ stock: _, lowest: __, ...sku }) => sku) }
}
