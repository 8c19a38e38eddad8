import { boolean, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { products } from '#features/catalogue/server/catalogue.tables.ts'

/** Terms, policies and the like at `/information/{title}`. */
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

/** Pages at `/new-product-test/{id}` that invite shoppers to try something new. */
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
