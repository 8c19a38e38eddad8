import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { products } from '../catalogue.tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
const xid8 = customType<{ data: string }>({ dataType: () => 'xid8' })

/**
 * The search and sort data of lists, one row per product. Triggers maintain the rows through the database function
 * `listing_of()`.
 */
export const listedProducts = pgTable(
  'listed_products',
  {
    productId: integer('product_id')
      .primaryKey()
      .references(() => products.id, { onDelete: 'cascade' }),
    // True for products on sale with at least one SKU. Other products have rows too, for the lists of staff.
    isListed: boolean('is_listed').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    categoryIds: integer('category_ids').array().notNull(),
    // The names in all languages, one per line.
    names: text('names').notNull(),
    searchVector: tsvector('search_vector').notNull(),
    sizes: text('sizes').array().notNull(),
    colors: text('colors').array().notNull(),
    // The combinations of size, color and stock of single SKUs, in the format of `toOfferKey`.
    offers: text('offers').array().notNull(),
    // True if the SKUs have different prices.
    isVaried: boolean('is_varied').notNull(),
    // True if prices in some currency need a conversion by SKU. `listed_prices` lacks those prices.
    isMixed: boolean('is_mixed').notNull(),
  },
  (t) => [
    index('listed_products_new_idx').on(t.createdAt, t.productId).where(sql`is_listed`),
    index('listed_products_categories_idx').using('gin', t.categoryIds),
    index('listed_products_offers_idx').using('gin', t.offers),
    index('listed_products_search_idx').using('gin', t.searchVector),
    // Trigrams find typos such as "snekers".
    index('listed_products_names_idx').using('gin', t.names.op('gin_trgm_ops')),
    index('listed_products_varied_idx').on(t.productId).where(sql`is_varied`),
  ],
)

/**
 * The lowest and highest price of a product, for everyone and for new shoppers. A row exists for every currency in
 * which all SKUs of the product have a price.
 */
export const listedPrices = pgTable(
  'listed_prices',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => listedProducts.productId, { onDelete: 'cascade' }),
    currency: text('currency').notNull(),
    // True for the base currency of conversions.
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

/**
 * Products whose listing the current transaction must update before its commit. The table is empty between
 * transactions.
 */
export const listingChanges = pgTable(
  'listing_changes',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    transaction: xid8('transaction').notNull().default(sql`pg_current_xact_id()`),
    productIds: integer('product_ids').array().notNull(),
  },
  (t) => [index('listing_changes_transaction_idx').on(t.transaction)],
)
