import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { products } from '#features/catalogue/server/catalogue.tables.ts'
import { images } from '#features/images/server/images.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

export const reviews = pgTable(
  'reviews',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    // The code of the SKU instead of its id, because the review outlives the SKU.
    sku: text('sku').notNull(),
    // 20 per star. Half stars are allowed.
    rank: smallint('rank').notNull(),
    content: text('content').notNull(),
    // The public name, for example `A***a`.
    authorName: text('author_name').notNull().default(''),
    // Stored with the review, so that the photo filter needs no join.
    hasImages: boolean('has_images').notNull().default(false),
    // The fit label, stored with the review for the same reason. Null if the review has two fit labels.
    fitLabelId: integer('fit_label_id'),
    status: text('status', { enum: ['published', 'hidden'] })
      .notNull()
      .default('published'),
    // The reason why staff hid the review. Only staff see it.
    hiddenReason: text('hidden_reason'),
    // The public answer of the shop.
    answer: text('answer'),
    answeredAt: timestamp('answered_at', { withTimezone: true }),
    // The time at which staff read the review. Answering or hiding counts as reading.
    readAt: timestamp('read_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('reviews_order_product_sku_key').on(t.orderId, t.productId, t.sku),
    index('reviews_customer_id_idx').on(t.customerId, t.createdAt, t.id),
    index('reviews_product_id_idx').on(t.productId, t.createdAt, t.id),
    index('reviews_product_photos_idx')
      .on(t.productId, t.createdAt, t.id)
      .where(sql`status = 'published' and has_images`),
    // Indexes for the review list of staff, in every state.
    index('reviews_created_at_idx').on(t.createdAt, t.id),
    index('reviews_hidden_idx').on(t.createdAt, t.id).where(sql`status = 'hidden'`),
    index('reviews_published_idx').on(t.createdAt, t.id).where(sql`status = 'published'`),
    index('reviews_photos_idx').on(t.createdAt, t.id).where(sql`has_images`),
    index('reviews_answered_idx').on(t.createdAt, t.id).where(sql`answer is not null`),
    index('reviews_unread_idx').on(t.createdAt, t.id).where(sql`read_at is null`),
    // Used by the filter by few stars, which reads each rank separately.
    index('reviews_rank_idx').on(t.rank, t.createdAt, t.id),
    foreignKey({
      name: 'reviews_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    check('reviews_rank_check', sql`rank between 10 and 100 and rank % 10 = 0`),
    check('reviews_content_check', sql`char_length(content) between 1 and 500`),
    check(
      'reviews_answer_check',
      sql`(answer is null) = (answered_at is null) and char_length(answer) between 1 and 1000`,
    ),
    check('reviews_status_check', sql`status in ('published', 'hidden')`),
  ],
)

/** The product id under which the reviews of all products together are counted. */
export const everyProduct = 0

/**
 * Counts of published reviews, so that an average takes the same time for ten reviews and for ten million. A trigger
 * updates the counts with every change of a review. All writers update the rows of the whole shop, so they wait for
 * each other's transactions. This is acceptable because reviews are rare.
 */
export const reviewCounts = pgTable(
  'review_counts',
  {
    productId: integer('product_id').notNull(),
    rank: smallint('rank').notNull(),
    hasImages: boolean('has_images').notNull(),
    // 0 if the review has no clear fit, because null cannot be part of a key.
    fitLabelId: integer('fit_label_id').notNull(),
    reviews: integer('reviews').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.rank, t.hasImages, t.fitLabelId] }),
    check('review_counts_reviews_check', sql`reviews >= 0`),
  ],
)

/**
 * Labels, which can all be combined. The `fit` labels (runs small, true to size, runs large) are asked for in a
 * separate question and are counted by product.
 */
export const reviewLabels = pgTable(
  'review_labels',
  {
    id: integer('id').primaryKey(),
    name: text('name').notNull().unique(),
    kind: text('kind', { enum: ['tag', 'fit'] })
      .notNull()
      .default('tag'),
    sort: integer('sort').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
  },
  (t) => [
    unique('review_labels_id_kind_key').on(t.id, t.kind),
    check('review_labels_kind_check', sql`kind in ('tag', 'fit')`),
  ],
)

export const reviewLabelLinks = pgTable(
  'review_label_links',
  {
    reviewId: text('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    labelId: integer('label_id').notNull(),
    // Copied from the label. A foreign key keeps both kinds equal.
    kind: text('kind', { enum: ['tag', 'fit'] }).notNull(),
    customerId: text('customer_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reviewId, t.labelId] }),
    index('review_label_links_label_id_idx').on(t.labelId, t.kind),
    foreignKey({
      name: 'review_label_links_label_fk',
      columns: [t.labelId, t.kind],
      foreignColumns: [reviewLabels.id, reviewLabels.kind],
    }),
  ],
)

export const reviewImages = pgTable(
  'review_images',
  {
    reviewId: text('review_id')
      .notNull()
      .references(() => reviews.id, { onDelete: 'cascade' }),
    imageId: text('image_id')
      .notNull()
      .references(() => images.id),
    customerId: text('customer_id').notNull(),
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.reviewId, t.imageId] }),
    index('review_images_image_id_idx').on(t.imageId),
    unique('review_images_position_key').on(t.reviewId, t.position),
    check('review_images_position_check', sql`position between 1 and 5`),
  ],
)
