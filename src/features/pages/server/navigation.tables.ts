import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { blogPosts, informationPages, productTests } from './pages.tables.ts'

/** Entries of the settings screens of the shop. The entries with the ids 99999, 99998 and 99997 have a fixed target. */
export const navigationItems = pgTable(
  'navigation_items',
  {
    id: integer('id').primaryKey(),
    parentId: integer('parent_id').references((): AnyPgColumn => navigationItems.id),
    name: text('name').notNull(),
    linkType: text('link_type', { enum: ['group', 'term_list', 'blog', 'product_test', 'custom_link'] }).notNull(),
    informationPageId: integer('information_page_id').references(() => informationPages.id),
    // Null for an entry of the link type `blog`, which leads to the list of all posts.
    blogPostId: integer('blog_post_id').references(() => blogPosts.id),
    productTestId: integer('product_test_id').references(() => productTests.id),
    link: text('link'),
    sort: integer('sort').notNull().default(0),
    isVisible: boolean('is_visible').notNull().default(true),
  },
  (t) => [
    index('navigation_items_parent_id_idx').on(t.parentId, t.sort, t.id),
    index('navigation_items_information_page_id_idx').on(t.informationPageId),
    index('navigation_items_blog_post_id_idx').on(t.blogPostId),
    index('navigation_items_product_test_id_idx').on(t.productTestId),
    check(
      'navigation_items_link_type_check',
      sql`case link_type
        when 'group' then true
        when 'term_list' then information_page_id is not null
        when 'blog' then true
        when 'product_test' then product_test_id is not null
        when 'custom_link' then link is not null or id in (99997, 99998, 99999)
        else false
      end`,
    ),
    check('navigation_items_parent_check', sql`parent_id <> id`),
  ],
)
