import { and, asc, between, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type Pagination, toPagination } from '#contract/calls/fields.ts'
import { toWireTime } from '#contract/times/times.ts'
import { findUsSize, type ShoeSizes } from '#features/catalogue/catalogue.rules.ts'
import { categories, products } from '#features/catalogue/server/catalogue.tables.ts'
import { toImageUrl } from '#features/images/server/images.service.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { PublishedReviews, Review } from '../reviews.contract.ts'
import { countReviews, ranksOfBucket, summariseRanks } from '../reviews.rules.ts'
import { everyProduct, reviewCounts, reviewLabels, reviews } from './reviews.tables.ts'

// Labels and pictures are subqueries of the review, so that a list of any length takes one query. Column names are
// written out, because Drizzle omits the table name in queries on one table.
export const labelNames = sql<string[]>`(
  select coalesce(json_agg(l.name order by l.kind, l.sort, l.id), '[]')
  from review_label_links k join review_labels l on l.id = k.label_id
  where k.review_id = reviews.id)`
export const imageIds = sql<string[]>`(
  select coalesce(json_agg(i.image_id order by i.position), '[]')
  from review_images i where i.review_id = reviews.id)`
// The options at the time of purchase, because the SKU may have left the catalogue since.
const boughtOptions = sql<{ name: string; valueName: string }[] | null>`(
  select o.options from order_lines o
  where o.order_id = reviews.order_id and o.sku_name = reviews.sku
  limit 1)`

const shoeSizesOfCategory = sql<ShoeSizes | null>`(
  select json_object_agg(z.eu_size, z.us_size) from shoe_sizes z where z.category_code = categories.code)`

const reviewColumns = {
  id: reviews.id,
  productId: reviews.productId,
  sku: reviews.sku,
  rank: reviews.rank,
  content: reviews.content,
  createdAt: reviews.createdAt,
  labelNames,
  imageIds,
}
type ReviewRow = Omit<
  typeof reviews.$inferSelect,
  | 'orderId'
  | 'customerId'
  | 'authorName'
  | 'hasImages'
  | 'fitLabelId'
  | 'status'
  | 'hiddenReason'
  | 'readAt'
  | 'answer'
  | 'answeredAt'
> & {
  labelNames: string[]
  imageIds: string[]
}

function toParts(row: Pick<ReviewRow, 'createdAt' | 'labelNames' | 'imageIds'>) {
  return {
    label: row.labelNames.map((name) => ({ name })),
    images: { data: row.imageIds.map((id) => ({ path: toImageUrl(id) })) },
    created_at: toWireTime(row.createdAt),
  }
}

function toReview(row: ReviewRow): Review {
  const { id, productId, sku, rank, content } = row
  return { id, product_id: productId, sku, rank, content, ...toParts(row) }
}

export async function findReview(
  db: Database,
  { orderId, productId, sku }: { orderId: string; productId: number; sku: string },
): Promise<Review> {
  const [row] = await db
    .select(reviewColumns)
    .from(reviews)
    .where(and(eq(reviews.orderId, orderId), eq(reviews.productId, productId), eq(reviews.sku, sku)))
  if (!row) throw refuse('not_found')
  return toReview(row)
}

/**
 * Returns the shopper's own reviews of an order, including hidden ones. Throws the same error for another shopper's
 * order as for a missing order.
 */
export async function listMyReviews(
  { db }: Pick<Shop, 'db'>,
  customerId: string,
  input: { order_id: string; product_id?: number | undefined; page: number; per_page: number },
): Promise<{ data: Review[]; meta: { pagination: Pagination } }> {
  const mine = and(
    eq(reviews.orderId, orders.id),
    eq(reviews.customerId, customerId),
    input.product_id === undefined ? undefined : eq(reviews.productId, input.product_id),
  )
  const rows = await db
    .select({ ...reviewColumns, total: sql<number>`count(${reviews.id}) over()`.mapWith(Number) })
    .from(orders)
    .leftJoin(reviews, mine)
    .where(and(eq(orders.id, input.order_id), eq(orders.customerId, customerId)))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(input.per_page)
    .offset((input.page - 1) * input.per_page)
  const [first] = rows
  if (!first) {
    // A page beyond the last page is empty. Reading page 1 again refuses another shopper's order.
    if (input.page === 1) throw refuse('not_found')
    const before = await listMyReviews({ db }, customerId, { ...input, page: 1 })
    const { total } = before.meta.pagination
    return { data: [], meta: { pagination: toPagination(input.page, input.per_page, total) } }
  }
  const data = rows.flatMap((row) => (row.id === null ? [] : [toReview(row as ReviewRow)]))
  return { data, meta: { pagination: toPagination(input.page, input.per_page, first.total) } }
}

type ListInput = { page: number; limit: number; with_photos?: number | undefined; stars?: number | undefined }

export async function listProductReviews(
  shop: Shop,
  { handle, ...input }: ListInput & { handle: string },
): Promise<PublishedReviews> {
  const [product] = await shop.db
    .select({ id: products.id })
    .from(products)
    .where(and(eq(products.handle, handle), products.wasPublished))
  if (!product) throw refuse('not_found')
  return listPublished(shop, input, product.id)
}

export function listReviews(shop: Shop, input: ListInput): Promise<PublishedReviews> {
  return listPublished(shop, input, everyProduct)
}

async function listPublished({ db }: Shop, input: ListInput, productId: number): Promise<PublishedReviews> {
  if ((await readSetting(db, 'reviews_switch')) !== 'on') throw refuse('reviews_off')
  const filter = { withPhotos: input.with_photos === 1, stars: input.stars ?? null }
  const [rows, counts, fitLabels] = await Promise.all([
    readPage(
      db,
      and(
        eq(reviews.status, 'published'),
        productId === everyProduct ? undefined : eq(reviews.productId, productId),
        filter.withPhotos ? eq(reviews.hasImages, true) : undefined,
        filter.stars === null ? undefined : between(reviews.rank, ...ranksOfBucket(filter.stars)),
      ),
      input,
    ),
    db.select().from(reviewCounts).where(eq(reviewCounts.productId, productId)),
    listFitLabels(db),
  ])
  const { withPhotos, ...summary } = summariseRanks(counts)
  const fit = fitLabels.map(({ id, name }) => {
    const given = counts.filter(({ fitLabelId }) => fitLabelId === id)
    return { name, reviews: countReviews(given) }
  })
  return {
    data: rows.map((row) => ({
      id: row.id,
      author: row.author,
      rank: row.rank,
      content: row.content,
      ...toParts(row),
      options: (row.options ?? []).map(({ name, valueName }) => ({
        name,
        value_name: valueName,
        us_size: findUsSize(valueName, row.categoryCode, row.shoeSizes ?? {}),
      })),
      product: row.product,
      ...(row.answer && row.answeredAt && { answer: { content: row.answer, created_at: toWireTime(row.answeredAt) } }),
    })),
    meta: {
      pagination: toPagination(input.page, input.limit, countReviews(counts, filter)),
      summary: { ...summary, with_photos: withPhotos, fit },
    },
  }
}

/** Selects a page by ids only, so that rows of earlier pages are not read. */
function readPage(db: Database, where: SQL | undefined, { page, limit }: ListInput) {
  const onPage = db
    .select({ id: reviews.id })
    .from(reviews)
    .where(where)
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
    .limit(limit)
    .offset((page - 1) * limit)
  return db
    .select({
      ...reviewColumns,
      author: reviews.authorName,
      answer: reviews.answer,
      answeredAt: reviews.answeredAt,
      options: boughtOptions,
      categoryCode: categories.code,
      shoeSizes: shoeSizesOfCategory,
      product: { handle: products.handle, name: products.name, image: products.image },
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .innerJoin(categories, eq(categories.id, products.basicCategoryId))
    .where(inArray(reviews.id, onPage))
    .orderBy(desc(reviews.createdAt), desc(reviews.id))
}

/** Lists all fit labels, including unused and retired ones. */
function listFitLabels(db: Database) {
  return db
    .select({ id: reviewLabels.id, name: reviewLabels.name })
    .from(reviewLabels)
    .where(eq(reviewLabels.kind, 'fit'))
    .orderBy(asc(reviewLabels.sort), asc(reviewLabels.id))
}
