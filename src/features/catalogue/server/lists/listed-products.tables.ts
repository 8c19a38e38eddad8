import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { products } from '../catalogue.tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/** What lists go by, one row a product. Triggers keep it; `listing_of()` of the database says what belongs into it. */
export const listedProducts = pgTable(
  'listed_products',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    // For sale, with something to choose. The others are here for staff, who look for them too.
    isListed: boolean('is_listed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    categoryIds: integer('category_ids').array().notNull(),
    // In every language, one a line.
    names: text('names').notNull(),
    searchVector: tsvector('search_vector').notNull(),
    sizes: text('sizes').array().notNull(),
    colors: text('colors').array().notNull(),
    // Which size, colour and stock come together in one sku: `toOffer` says how each is spelled.
    offers: text('offers').array().notNull(),
    // Its skus do not all cost the same.
    isVaried: boolean('is_varied').notNull(),
    // What it costs in some currency takes a conversion sku by sku: `listed_prices` has nothing of it.
    isMixed: boolean('is_mixed').notNull(),
  },
  (t) => [
    index('listed_products_new_idx').on(t.createdAt, t.productId).where(sql`is_listed`),
    index('listed_products_categories_idx').using('gin', t.categoryIds),
    index('listed_products_offers_idx').using('gin', t.offers),
    index('listed_products_search_idx').using('gin', t.searchVector),
    // Trigrams find "snekers".
    index('listed_products_names_idx').using('gin', t.names.op('gin_trgm_ops')),
    index('listed_products_varied_idx').on(t.productId).where(sql`is_varied`),
  ],
)

/** From what to what a product costs, for everybody and for new shoppers, in every currency that all of its skus have a price in. */
export const listedPrices = pgTable(
  'listed_prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => listedProducts.productId, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    // The currency that others are converted from.
    isOwn: boolean('is_own').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lowAmount: bigint('low_amount', { mode: 'number' }).notNull(),
    highAmount: bigint('high_amount', { mode: 'number' }).notNull(),
    newUserLowAmount: bigint('new_user_low_amount', { mode: 'number' }).notNull(),
    newUserHighAmount: bigint('new_user_high_amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.currency] }),
    index('listed_prices_low_idx').on(
      t.currency,
      t.lowAmount,
      t.createdAt.desc().nullsFirst(),
      t.productId.desc().nullsFirst(),
    ),
    index('listed_prices_high_idx').on(
      t.currency,
      t.lowAmount.desc().nullsFirst(),
      t.createdAt.desc().nullsFirst(),
      t.productId.desc().nullsFirst(),
    ),
    index('listed_prices_new_user_low_idx').on(
      t.currency,
      t.newUserLowAmount,
      t.createdAt.desc().nullsFirst(),
      t.productId.desc().nullsFirst(),
    ),
    index('listed_prices_new_user_high_idx').on(
      t.currency,
      t.newUserLowAmount.desc().nullsFirst(),
      t.createdAt.desc().nullsFirst(),
      t.productId.desc().nullsFirst(),
    ),
  ],
)

/** Products whose listing a transaction has to write when it ends: empty in between. */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    transaction: xid8('transaction').notNull().default(sql`pg_current_xact_id()`),
    productIds: integer('product_ids').array().notNull(),
  },
  (t) => [index('listing_changes_transaction_idx').on(t.transaction)],
)
