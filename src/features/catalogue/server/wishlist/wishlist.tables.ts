import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { products } from '../catalogue.tables.ts'

/** The favorites of a signed-in shopper, shown at `/account/collect`. */
export const wishlistItems = pgTable(
  'wishlist_items',
  {
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.customerId, t.productId] }),
    index('wishlist_items_customer_id_idx').on(t.customerId, t.addedAt, t.productId),
    index('wishlist_items_product_id_idx').on(t.productId),
  ],
)
