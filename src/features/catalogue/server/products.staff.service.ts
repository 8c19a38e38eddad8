import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/staff-call.ts'
import { countedMost, readCursor, toPage } from '#server/cursors.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { PriceAmounts } from '../price-changes.staff.rules.ts'
import { nameSaleKind, nameState, productStates } from '../product.staff.rules.ts'
import { listSearchWords } from '../product-list.rules.ts'
import type { listStaffProducts, ProductRow, SkuPrice, StaffProduct, StaffSku } from '../products.staff.contract.ts'
import {
  categories,
  productCategories,
  productImages,
  products,
  productTexts,
  skuOptions,
  skuPrices,
  skus,
} from './catalogue.tables.ts'
import { matchWords } from './find-products.service.ts'

type Row = {
  id: number
  handle: string
  name: string
  status: number
  image: string
  category: string
  skus: number
  stock: number
  created_at: string
}

const orders = {
  newest: {
    by: sql`p.created_at desc, p.id desc`,
    isLater: (at: SQL, id: SQL) => sql`(p.created_at, p.id) < (${at}, ${id})`,
  },
  oldest: { by: sql`p.created_at, p.id`, isLater: (at: SQL, id: SQL) => sql`(p.created_at, p.id) > (${at}, ${id})` },
  handle: { by: sql`p.handle`, isLater: (handle: SQL) => sql`p.handle > ${handle}` },
}

export async function readProducts(
  { db }: Shop,
  { limit, after, q, status, category, sort }: StaffParsed<typeof listStaffProducts>,
): Promise<StaffPage<ProductRow>> {
  const cursor = readCursor(after, sort === 'handle' ? 1 : 2)
  const wanted: SQL[] = [sql`true`]
  if (status) wanted.push(sql`p.status = ${productStates[status]}`)
  if (category) {
    wanted.push(sql`p.id in (select k.product_id from product_categories k
      join categories c on c.id = k.category_id where c.code = ${category})`)
  }
  if (q) wanted.push(isFoundBy(q))
  const isWanted = sql.join(wanted, sql` and `)
  const { by, isLater } = orders[sort]
  const first = sort === 'handle' ? sql`${cursor?.[0]}::text` : sql`${cursor?.[0]}::timestamptz`
  const { rows } = await db.execute<Row>(sql`
    select p.id, p.handle, p.name, p.status, p.image, p.created_at::text, c.code as category, count(s.id)::int as skus,
      coalesce(sum(s.inventory), 0)::int as stock
    from (select * from products p where ${isWanted} and ${cursor ? isLater(first, sql`${cursor[1] ?? 0}::int`) : sql`true`}
      order by ${by} limit ${limit + 1}) p
    join categories c on c.id = p.basic_category_id
    left join skus s on s.product_id = p.id
    group by p.id, p.handle, p.name, p.status, p.image, p.created_at, c.code
    order by ${by}`)
  const { rows: counted } = await db.execute<{ total: string }>(
    sql`select count(*) as total from (select from products p where ${isWanted} limit ${countedMost + 1}) counted`,
  )
  return toPage(rows, {
    limit,
    total: Number(counted[0]?.total ?? 0),
    cursorOf: (row) => (sort === 'handle' ? [row.handle] : [row.created_at, row.id]),
    show: (row) => ({ ...row, status: nameState(row.status), created_at: toStaffTime(new Date(row.created_at)) }),
  })
}

/** Each part by an index of its own, looked up once; then products are walked through in the order of the list until the page is full. */
function isFoundBy(q: string): SQL {
  return sql`(p.id in (select l.product_id from (select p.product_id from listed_products p where ${matchWords(listSearchWords(q))}) l)
    or p.handle = ${q} or p.id in (select product_id from skus where sku = ${q}))`
}

export async function readProduct({ db }: Pick<Shop, 'db'>, handle: string): Promise<StaffProduct> {
  const [product] = await db.select().from(products).where(eq(products.handle, handle))
  if (!product) throw refuse('not_found', { message: `There is no product ${handle}.` })
  const { id } = product
  // One after the other, because an edit asks inside its transaction, and that is one connection.
  const itsCategories = await db
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
    status: nameState(product.status),
    categories: itsCategories.map(({ code }) => code),
    sale: nameSaleKind(product.saleType),
    offer: product.saleTypeName,
    search_words: product.searchWords,
    feed_id: product.feedId,
    texts: Object.fromEntries(texts.map(({ language, name, description }) => [language, { name, description }])),
    image: product.image,
    pictures,
    skus: await readSkus(db, id),
    created_at: toStaffTime(product.createdAt),
  }
}

async function readSkus(db: Database, productId: number): Promise<StaffSku[]> {
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
  return rows.map((sku) => ({
    id: sku.id,
    sku: sku.sku,
    options: options.filter(({ skuId }) => skuId === sku.id).map(({ name, valueName }) => ({ name, value: valueName })),
    image: sku.image,
    stock: sku.inventory,
    prices: [
      showPrices(sku, sku.currency),
      ...prices
        .filter(({ price }) => price.skuId === sku.id && price.currency !== sku.currency)
        .map(({ price }) => showPrices(price, price.currency)),
    ],
  }))
}

function showPrices(amounts: PriceAmounts & { priceAmount: number }, currency: string): SkuPrice {
  const money = (amount: number | null) => (amount === null ? null : { amount, currency })
  return {
    price: { amount: amounts.priceAmount, currency },
    special: money(amounts.specialPriceAmount),
    new_user: money(amounts.newUserPriceAmount),
    compare_at: money(amounts.compareAtAmount),
  }
}

/** What the version of a product is made of: not its stock, which shoppers change all the time. */
export function versionOfProduct({ skus: itsSkus = [], ...product }: Partial<StaffProduct>): unknown {
  return { ...product, skus: itsSkus.map(({ stock: _, ...sku }) => sku) }
}
