import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { skus } from '#features/catalogue/server/catalogue.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/** Carts of shoppers and of guests' browsers. Signing in merges the guest’s cart into the shopper’s cart. */
export const carts = pgTable(
  'carts',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .unique()
      .references(() => customers.id, { onDelete: 'cascade' }),
    guestTokenHash: text('guest_token_hash').unique(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('carts_abandoned_guests_idx').on(t.updatedAt).where(sql`customer_id is null`),
    check('carts_owner_check', sql`num_nonnulls(customer_id, guest_token_hash) = 1`),
  ],
)

export const cartItems = pgTable(
  'cart_items',
  {
    cartId: text('cart_id')
      .notNull()
      .references(() => carts.id, { onDelete: 'cascade' }),
    // Copied from the cart. See `orders.tables.ts` for the reason.
    customerId: text('customer_id'),
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull(),
    addedAt: timestamp('added_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.cartId, t.skuId] }),
    index('cart_items_sku_id_idx').on(t.skuId),
    check('cart_items_quantity_check', sql`quantity between 1 and 99`),
  ],
)
