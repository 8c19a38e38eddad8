import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'
import { homeCurrency } from '#contract/money/money.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

// Ids of what staff and imports add. They begin far above those that the demo and older data brought along.
export const categoryIds = pgSequence('category_ids', { startWith: 10_000 })
export const productIds = pgSequence('product_ids', { startWith: 1_000_000 })
export const skuIds = pgSequence('sku_ids', { startWith: 100_000_000 })

export const categories = pgTable(
  'categories',
  {
    id: integer('id').primaryKey(),
    // The word rules go by: `women_shoes`, `swimwear`, `bags` …
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
    image: text('image'),
    // Swimwear, bags, accessories and lingerie do not come back; data, so that a shop can decide otherwise.
    isReturnable: boolean('is_returnable').notNull().default(true),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [index('categories_parent_id_idx').on(t.parentId)],
)

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey(),
    handle: text('handle').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    // 1 on sale, 0 taken down, 4 expired. Products are retired, never deleted: old orders point at them.
    status: smallint('status').notNull().default(1),
    // True from the first time the product is on sale. A trigger sets it and never takes it back. Shoppers cannot reach a product before.
    wasPublished: boolean('was_published').notNull().default(false),
    image: text('image').notNull(),
    feedId: text('feed_id'),
    basicCategoryId: integer('basic_category_id')
      .notNull()
      .references(() => categories.id),
    // Copied to order lines: 1 ordinary, 2 final sale, 4 and 5 exchange, 6 limited-time discount.
    saleType: smallint('sale_type').notNull().default(1),
    saleTypeName: text('sale_type_name', { enum: ['zero_buy', 'pre_sale'] }),
    // Colours, materials and category names, so that "red heels" finds what only its options call red.
    searchWords: text('search_words').notNull().default(''),
    // Lists search `listed_products`, where it stands together with the texts of other languages.
    searchVector: tsvector('search_vector').generatedAlwaysAs(
      sql`setweight(to_tsvector('english', name), 'A') || setweight(to_tsvector('english', search_words), 'B') || setweight(to_tsvector('english', description), 'C')`,
    ),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('products_new_arrivals_idx').on(t.createdAt, t.id).where(sql`status = 1`),
    index('products_created_at_idx').on(t.createdAt, t.id),
    index('products_status_idx').on(t.status, t.createdAt, t.id),
    index('products_basic_category_id_idx').on(t.basicCategoryId),
    check('products_status_check', sql`status in (0, 1, 4)`),
    check('products_sale_type_check', sql`sale_type in (1, 2, 4, 5, 6)`),
    check('products_sale_type_name_check', sql`sale_type_name in ('zero_buy', 'pre_sale')`),
  ],
)

/** Name and description in another language, where the merchant wrote them. */
export const productTexts = pgTable(
  'product_texts',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    language: text('language').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.productId, t.language] }), index('product_texts_language_idx').on(t.language)],
)

export const productCategories = pgTable(
  'product_categories',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    position: integer('position').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.categoryId] }),
    index('product_categories_category_id_idx').on(t.categoryId, t.productId),
  ],
)

export const productImages = pgTable(
  'product_images',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    position: integer('position').notNull(),
    path: text('path').notNull(),
    alt: text('alt').notNull().default(''),
    width: integer('width').notNull().default(335),
    height: integer('height').notNull().default(445),
  },
  (t) => [primaryKey({ columns: [t.productId, t.position] }), index('product_images_path_idx').on(t.path)],
)

export const skus = pgTable(
  'skus',
  {
    id: integer('id').primaryKey(),
    sku: text('sku').notNull().unique(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    image: text('image'),
    // Taken when an order is made and given back when it is cancelled; the order line remembers which (`holds_stock`).
    inventory: integer('inventory').notNull().default(0),
    // The price other currencies are converted from, unless `sku_prices` names theirs.
    currency: text('currency')
      .notNull()
      .default(homeCurrency)
      .references(() => currencies.code),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    specialPriceAmount: bigint('special_price_amount', { mode: 'number' }),
    newUserPriceAmount: bigint('new_user_price_amount', { mode: 'number' }),
    compareAtAmount: bigint('compare_at_amount', { mode: 'number' }),
    // Staff said that a price of 0 is meant. Without it, a price of 0 is no price, and nobody can buy the sku for it.
    isFree: boolean('is_free').notNull().default(false),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    index('skus_product_id_idx').on(t.productId, t.sort, t.id),
    index('skus_inventory_idx').on(t.inventory, t.id),
    check('skus_inventory_check', sql`inventory >= 0`),
    check(
      'skus_amounts_check',
      sql`price_amount >= 0 and special_price_amount >= 0 and new_user_price_amount >= 0 and compare_at_amount >= 0`,
    ),
  ],
)

export const skuOptions = pgTable(
  'sku_options',
  {
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    // `Size`, `Color`: filters of the catalogue go by name and value.
    name: text('name').notNull(),
    valueName: text('value_name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.skuId, t.position] }),
    index('sku_options_name_value_idx').on(t.name, t.valueName, t.skuId),
  ],
)

/** Prices set by hand for one currency, where the converted price would not do. */
export const skuPrices = pgTable(
  'sku_prices',
  {
    skuId: integer('sku_id')
      .notNull()
      .references(() => skus.id, { onDelete: 'cascade' }),
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    specialPriceAmount: bigint('special_price_amount', { mode: 'number' }),
    newUserPriceAmount: bigint('new_user_price_amount', { mode: 'number' }),
    compareAtAmount: bigint('compare_at_amount', { mode: 'number' }),
  },
  (t) => [
    primaryKey({ columns: [t.skuId, t.currency] }),
    check(
      'sku_prices_amounts_check',
      sql`price_amount >= 0 and special_price_amount >= 0 and new_user_price_amount >= 0 and compare_at_amount >= 0`,
    ),
  ],
)

/** European to US sizes per shoe category; a size that is not here is shown as it is. */
export const shoeSizes = pgTable(
  'shoe_sizes',
  {
    // Known before a shop has such a category.
    categoryCode: text('category_code').notNull(),
    euSize: smallint('eu_size').notNull(),
    usSize: text('us_size').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.categoryCode, t.euSize] }),
    check('shoe_sizes_us_size_check', sql`us_size ~ '^[0-9]{1,2}([.]5)?$'`),
  ],
)
