import { and, eq, gt, inArray, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import {
  type StaffFile,
  type StaffOutput,
  type StaffPage,
  type StaffParsed,
  toStaffTime,
} from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { readImage } from '#features/images/server/images.service.ts'
import { normalizeOrderNo } from '#features/orders/orders.rules.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import type { Database } from '#server/database/database.ts'
import { maxCounted } from '#server/http/cursors.ts'
import { findPage, showPage } from '#server/http/list-page.ts'
import { refuse } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import { fewStarsRank, ranksUpTo, unreadDays } from '../reviews.rules.ts'
import type { countReviews as countReviewsCall, listStaffReviews, StaffReview } from '../reviews.staff.contract.ts'
import { imageIds, labelNames } from './review-lists.service.ts'
import { everyProduct, reviewCounts, reviewImages, reviews } from './reviews.tables.ts'

const columns = {
  review: reviews,
  orderNo: orders.orderNo,
  product: { handle: products.handle, name: products.name },
  labelNames,
  imageIds,
  line: sql<{ image: string; options: { valueName: string }[] } | null>`(
    select json_build_object('image', l.image, 'options', l.options) from ${orderLines} l
    where l.order_id = ${reviews.orderId} and l.sku_name = ${reviews.sku} order by l.position limit 1)`,
}

function select(db: Database) {
  return db
    .select(columns)
    .from(reviews)
    .innerJoin(orders, eq(orders.id, reviews.orderId))
    .innerJoin(products, eq(products.id, reviews.productId))
}
type Row = Awaited<ReturnType<typeof select>>[number]

export async function readStaffReviews(
  { db, clock }: Shop,
  {
    limit,
    after,
    q,
    rank,
    state,
    has_pictures,
    is_answered,
    is_read,
    product,
    days,
  }: StaffParsed<typeof listStaffReviews>,
): Promise<StaffPage<StaffReview>> {
  const ofProduct = db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.handle, product ?? ''))
  const page = await findPage(db, {
    table: reviews,
    at: reviews.createdAt,
    id: reviews.id,
    isDescending: true,
    // A search matches only the few reviews of an order or account, so all of these reviews are collected and sorted.
    isFew: Boolean(q),
    limit,
    after,
    conditions: [
      state && eq(reviews.status, state),
      // The condition is written as in the index.
      has_pictures && (has_pictures === 'true' ? sql`${reviews.hasImages}` : sql`not ${reviews.hasImages}`),
      is_answered && (is_answered === 'true' ? isNotNull(reviews.answer) : isNull(reviews.answer)),
      is_read && (is_read === 'true' ? isNotNull(reviews.readAt) : isNull(reviews.readAt)),
      product === undefined ? undefined : sql`${reviews.productId} = (${ofProduct})`,
      q ? isSearched(q) : undefined,
      days === undefined ? undefined : gt(reviews.createdAt, new Date(clock.now().getTime() - days * dayMs)),
    ],
    oneOf: rank === undefined ? null : ranksUpTo(rank).map((one) => eq(reviews.rank, one)),
  })
  return showPage(page, limit, async (ids) => {
    const rows = await select(db).where(inArray(reviews.id, ids))
    return new Map(rows.map((row) => [row.review.id, toStaffReview(row)]))
  })
}

/** Condition for a search by order number or email address. Each kind of search uses a separate index. */
function isSearched(q: string): SQL {
  return q.includes('@')
    ? sql`${reviews.customerId} = any(array(select id from customers where email = ${q.toLowerCase()}))`
    : sql`${reviews.orderId} = any(array(select id from orders where order_no = ${normalizeOrderNo(q)}))`
}

export async function findStaffReview({ db }: Shop, id: string): Promise<StaffReview> {
  const [row] = await select(db).where(eq(reviews.id, id))
  if (!row) throw refuse('not_found', { message: 'This review does not exist.' })
  return toStaffReview(row)
}

function toStaffReview({ review, orderNo, product, line, labelNames: labels, imageIds: pictures }: Row): StaffReview {
  return {
    id: review.id,
    state: review.status,
    hidden_reason: review.hiddenReason,
    rank: review.rank,
    content: review.content,
    labels,
    pictures,
    author: review.authorName,
    customer_id: review.customerId,
    order_number: orderNo,
    product,
    image: line?.image ?? '',
    options: (line?.options ?? []).map(({ valueName }) => valueName),
    sku: review.sku,
    created_at: toStaffTime(review.createdAt),
    read_at: review.readAt && toStaffTime(review.readAt),
    answer: review.answer && review.answeredAt ? { content: review.answer, at: toStaffTime(review.answeredAt) } : null,
    possible: review.status === 'hidden' ? ['show'] : ['hide', 'answer', review.readAt ? 'unread' : 'read'],
  }
}

/** Returns a picture of this review, read with the access rights of the picture's owner. */
export async function readReviewPicture(shop: Shop, reviewId: string, imageId: string): Promise<StaffFile> {
  const [shown] = await shop.db
    .select({ customerId: reviewImages.customerId })
    .from(reviewImages)
    .where(and(eq(reviewImages.reviewId, reviewId), eq(reviewImages.imageId, imageId)))
  const image =
    shown && (await readImage(shop, { imageId, owners: [{ customerId: shown.customerId }], isSmall: false }))
  if (!image) throw refuse('not_found')
  return { type: image.mime, body: new Uint8Array(image.bytes) }
}

const readAtOrNow = (clock: Shop['clock']) => sql`coalesce(${reviews.readAt}, ${clock.now()})`

/** Marks a review as read or unread. Marking the review as read again keeps the first time. */
export async function markRead({ db, clock }: Shop, id: string, isRead: boolean): Promise<void> {
  await db
    .update(reviews)
    .set({ readAt: isRead ? readAtOrNow(clock) : null })
    .where(eq(reviews.id, id))
}

export async function hideReview({ db, clock }: Shop, id: string, reason: string): Promise<void> {
  await db
    .update(reviews)
    .set({ status: 'hidden', hiddenReason: reason, readAt: readAtOrNow(clock) })
    .where(eq(reviews.id, id))
}

export async function showReview({ db }: Shop, id: string): Promise<void> {
  await db.update(reviews).set({ status: 'published', hiddenReason: null }).where(eq(reviews.id, id))
}

/** Answers a review. Hidden reviews cannot be answered, because no one would read the answer. */
export async function answerReview({ db, clock }: Shop, id: string, content: string): Promise<void> {
  const said =
    content === ''
      ? { answer: null, answeredAt: null }
      : { answer: content, answeredAt: clock.now(), readAt: readAtOrNow(clock) }
  const done = await db
    .update(reviews)
    .set(said)
    .where(and(eq(reviews.id, id), eq(reviews.status, 'published')))
  if (!done.rowCount) throw refuse('review_hidden')
}

/**
 * Counts reviews for the views. Totals come from the stored counts of all products. Other numbers are counted up to a
 * limit.
 */
export async function countReviews({ db, clock }: Shop): Promise<StaffOutput<typeof countReviewsCall>> {
  const since = new Date(clock.now().getTime() - unreadDays * dayMs)
  const published = sql`from ${reviews} r where r.status = 'published'`
  const [counts, { rows }] = await Promise.all([
    db.select().from(reviewCounts).where(eq(reviewCounts.productId, everyProduct)),
    db.execute<{ hidden: number; to_read: number; looked: number; unanswered: number }>(sql`select
      (select count(*)::int from (select 1 from ${reviews} r where r.status = 'hidden' limit ${maxCounted + 1}) h) as hidden,
      (select count(*)::int from (select 1 ${published} and r.created_at > ${since} and r.read_at is null
        and r.answer is null limit ${maxCounted + 1}) u) as to_read,
      n.looked, n.unanswered
      from (select count(*)::int as looked, count(*) filter (where answer is null)::int as unanswered
        from (select r.answer ${published} order by r.created_at desc limit ${maxCounted + 1}) l) n`),
  ])
  const sum = (of: typeof counts) => of.reduce((total, one) => total + one.reviews, 0)
  const total = sum(counts)
  const [{ hidden = 0, to_read = 0, looked = 0, unanswered = 0 } = {}] = rows
  return {
    published: total,
    hidden,
    average_rank: total === 0 ? null : counts.reduce((all, { rank, reviews: of }) => all + rank * of, 0) / total,
    to_read,
    few_stars: sum(counts.filter(({ rank }) => rank <= fewStarsRank)),
    with_pictures: sum(counts.filter(({ hasImages }) => hasImages)),
    unanswered: looked > maxCounted ? null : unanswered,
  }
}
