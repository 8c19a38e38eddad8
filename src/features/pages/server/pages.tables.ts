import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { products } from '#features/catalogue/server/catalogue.tables.ts'

/** Information pages such as terms and policies, at `/information/{title}`. */
export const informationPages = pgTable('information_pages', {
  id: integer('id').primaryKey(),
  title: text('title').notNull().unique(),
  body: text('body').notNull(),
  description: text('description').notNull().default(''),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
})

export const blogPosts = pgTable(
  'blog_posts',
  {
    id: integer('id').primaryKey(),
    handle: text('handle').notNull().unique(),
    title: text('title').notNull(),
    summary: text('summary').notNull().default(''),
    body: text('body').notNull(),
    image: text('image'),
    author: text('author').notNull().default(''),
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
  },
  (t) => [index('blog_posts_published_at_idx').on(t.publishedAt, t.id)],
)

/** Pages at `/new-product-test/{id}` that invite shoppers to try a new product. */
export const productTests = pgTable(
  'product_tests',
  {
    id: integer('id').primaryKey(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    image: text('image'),
    productId: integer('product_id').references(() => products.id),
    isOpen: boolean('is_open').notNull().default(true),
    startsAt: timestamp('starts_at', { withTimezone: true }).notNull(),
    endsAt: timestamp('ends_at', { withTimezone: true }),
  },
  (t) => [index('product_tests_product_id_idx').on(t.productId)],
)

/** The columns for the owner of a text, which is a page or a post. */
const ofPageOrPost = {
  pageId: integer('page_id').references(() => informationPages.id, { onDelete: 'cascade' }),
  postId: integer('post_id').references(() => blogPosts.id, { onDelete: 'cascade' }),
}
const words = {
  title: text('title').notNull(),
  /** The description of a page for search engines, or the teaser of a post in the list. */
  summary: text('summary').notNull().default(''),
  body: text('body').notNull(),
}

/** Translations of pages and posts. */
export const contentTexts = pgTable(
  'content_texts',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ...ofPageOrPost,
    language: text('language').notNull(),
    ...words,
  },
  (t) => [
    uniqueIndex('content_texts_page_id_idx').on(t.pageId, t.language),
    uniqueIndex('content_texts_post_id_idx').on(t.postId, t.language),
    index('content_texts_language_idx').on(t.language),
    check('content_texts_of_check', sql`num_nonnulls(page_id, post_id) = 1`),
  ],
)

/**
 * Published versions. The newest version is the current text. A version without a language is in the shop's first
 * language.
 */
export const contentVersions = pgTable(
  'content_versions',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    ...ofPageOrPost,
    language: text('language'),
    ...words,
    publishedAt: timestamp('published_at', { withTimezone: true }).notNull(),
    // Empty if the author is unknown.
    publishedBy: text('published_by').notNull().default(''),
  },
  (t) => [
    index('content_versions_page_id_idx').on(t.pageId, t.id),
    index('content_versions_post_id_idx').on(t.postId, t.id),
    check('content_versions_of_check', sql`num_nonnulls(page_id, post_id) = 1`),
  ],
)
