import { and, eq, exists, inArray, isNull, type SQL } from 'drizzle-orm'
import { msg, withFigure } from '#contract/text/translate.ts'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { attachImages, storeImage } from '#features/images/server/images.service.ts'
import { images } from '#features/images/server/images.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { cacheValue } from '#server/cache/cached-values.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { saveRows } from '#server/database/save-rows.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { Review, ReviewLabel } from '../reviews.contract.ts'
import { canReview, findFitAnswer, maskAuthor, reviewImagesMax } from '../reviews.rules.ts'
import { findReview } from './review-lists.service.ts'
import { reviewImages, reviewLabelLinks, reviewLabels, reviews } from './reviews.tables.ts'

type Actor = { customerId: string; email: string }
export type ReviewDraft = {
  order_no: string
  product_id: number
  sku: string
  email?: string | undefined
  rank: number
  content: string
  image_ids: string[]
  label_ids: string[]
}

const readActiveLabels = cacheValue(
  [reviewLabels],
  (db): Promise<ReviewLabel[]> =>
    db
      .select({ id: reviewLabels.id, name: reviewLabels.name, kind: reviewLabels.kind })
      .from(reviewLabels)
      .where(eq(reviewLabels.isActive, true))
      .orderBy(reviewLabels.sort, reviewLabels.id),
)

export async function listReviewLabels({ db }: Shop): Promise<ReviewLabel[]> {
  return readActiveLabels(db)
}

export async function saveReviewLabels(db: Database, rows: (typeof reviewLabels.$inferInsert)[]): Promise<void> {
  await saveRows(db, reviewLabels, [reviewLabels.id], rows)
}

/**
 * Writes a review. Each order, product and SKU has one review. A second request, even a concurrent one, returns the
 * review of the first request.
 */
export async function writeReview({ db, clock }: Shop, actor: Actor, draft: ReviewDraft): Promise<Review> {
  if (draft.email !== undefined && draft.email !== actor.email) throw refuse('not_found')
  const reviewsSwitch = await readSetting(db, 'reviews_switch')
  if (reviewsSwitch !== 'on') throw refuse('reviews_off')
  return db.transaction(async (tx) => {
    const order = await findBoughtSku(tx, actor.customerId, draft)
    // Another shopper's order, or a line of another order, gets the same error as a missing order.
    if (!order) throw refuse('not_found')
    if (!canReview(order.statusId, reviewsSwitch)) throw refuse('review_not_open')
    const labels = await readLabels(tx, draft.label_ids)
    if (draft.image_ids.length > reviewImagesMax)
      throw refuseFields({ image_ids: [withFigure(msg('Up to {figure} pictures'), reviewImagesMax)] })
    const now = clock.now()
    const [created] = await tx
      .insert(reviews)
      .values({
        id: newId(),
        orderId: order.id,
        customerId: actor.customerId,
        productId: draft.product_id,
        sku: draft.sku,
        rank: draft.rank,
        content: draft.content,
        authorName: await readAuthorName(tx, actor),
        hasImages: draft.image_ids.length > 0,
        fitLabelId: findFitAnswer(labels),
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: reviews.id })
    if (created) {
      await attachLabels(tx, actor.customerId, created.id, labels)
      await attachPictures(tx, actor.customerId, created.id, draft.image_ids, now)
    }
    return findReview(tx, { orderId: order.id, productId: draft.product_id, sku: draft.sku })
  })
}

/** Finds the bought SKU. Locks the order until the review is written, so that the order cannot be closed meanwhile. */
async function findBoughtSku(tx: Database, customerId: string, draft: ReviewDraft) {
  const [found] = await tx
    .select({ id: orders.id, statusId: orders.statusId })
    .from(orders)
    .innerJoin(orderLines, eq(orderLines.orderId, orders.id))
    .where(
      and(
        eq(orders.orderNo, draft.order_no),
        eq(orders.customerId, customerId),
        eq(orderLines.productId, draft.product_id),
        eq(orderLines.skuName, draft.sku),
        // Canceled lines were never delivered.
        isNull(orderLines.cancelledAt),
      ),
    )
    .limit(1)
    .for('share', { of: orders })
  return found
}

async function readLabels(tx: Database, sent: string[]) {
  const ids = sent.map(Number)
  if (ids.length === 0) return []
  const isId = (id: number) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647
  const found = ids.every(isId)
    ? await tx
        .select({ labelId: reviewLabels.id, kind: reviewLabels.kind })
        .from(reviewLabels)
        .where(and(inArray(reviewLabels.id, ids), eq(reviewLabels.isActive, true)))
    : []
  if (found.length !== ids.length) throw refuseFields({ label_ids: [msg('One of these labels is no longer offered')] })
  return found
}

async function attachLabels(
  tx: Database,
  customerId: string,
  reviewId: string,
  labels: { labelId: number; kind: 'tag' | 'fit' }[],
): Promise<void> {
  if (labels.length === 0) return
  await tx.insert(reviewLabelLinks).values(labels.map((label) => ({ ...label, reviewId, customerId })))
}

async function attachPictures(
  tx: Database,
  customerId: string,
  reviewId: string,
  ids: string[],
  now: Date,
): Promise<void> {
  await attachImages(tx, { customerId, kind: 'review', ids, now })
  if (ids.length === 0) return
  await tx
    .insert(reviewImages)
    .values(ids.map((imageId, index) => ({ reviewId, imageId, customerId, position: index + 1 })))
}

async function readAuthorName(tx: Database, { customerId, email }: Actor): Promise<string> {
  const [customer] = await tx.select({ name: customers.name }).from(customers).where(eq(customers.id, customerId))
  return maskAuthor(customer?.name || (email.split('@')[0] ?? ''))
}

export async function uploadReviewImage(
  shop: Shop,
  actor: Actor,
  { image, email, product_id }: { image: Blob; email?: string | undefined; product_id: number },
): Promise<{ image: { id: string; url: string } }> {
  if (email !== undefined && email !== actor.email) throw refuse('not_found')
  if ((await readSetting(shop.db, 'reviews_switch')) !== 'on') throw refuse('reviews_off')
  const [bought] = await shop.db
    .select({ id: products.id })
    .from(products)
    .innerJoin(orderLines, eq(orderLines.productId, products.id))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(products.id, product_id), eq(orders.customerId, actor.customerId)))
    .limit(1)
  if (!bought) throw refuse('not_found')
  await shop.limits.take('uploadByCustomer', actor.customerId)
  const bytes = new Uint8Array(await image.arrayBuffer())
  return { image: await storeImage(shop, { customerId: actor.customerId, kind: 'review', bytes }) }
}

/**
 * Condition that a published review shows the image. Once every review with the image is hidden, only the owner sees
 * the image.
 */
export function isShownInReview(db: Database): SQL {
  return exists(
    db
      .select({ id: reviews.id })
      .from(reviewImages)
      .innerJoin(reviews, eq(reviews.id, reviewImages.reviewId))
      .where(and(eq(reviewImages.imageId, images.id), eq(reviews.status, 'published'))),
  )
}

/**
 * Erases the data of an author. Published reviews stay without name and pictures, and hidden reviews are deleted.
 * Returns the ids of all these reviews.
 */
export async function eraseAuthor(tx: Database, customerId: string): Promise<string[]> {
  const isTheirs = eq(reviews.customerId, customerId)
  await tx.delete(reviewImages).where(eq(reviewImages.customerId, customerId))
  const hidden = await tx
    .delete(reviews)
    .where(and(isTheirs, eq(reviews.status, 'hidden')))
    .returning({ id: reviews.id })
  const shown = await tx.update(reviews).set({ authorName: '' }).where(isTheirs).returning({ id: reviews.id })
  return [...hidden, ...shown].map(({ id }) => id)
}
