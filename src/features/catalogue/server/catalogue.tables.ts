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
import { currencies } from '#features/settings/server/settings.tables.ts'
import { taxCategories } from '#features/tax/server/tax.tables.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

// Ids of rows that staff and imports add. They start far above the ids of the demo shop and of older data.
export const categoryIds = pgSequence('category_ids', { startWith: 10_000 })
export const productIds = pgSequence('product_ids', { startWith: 1_000_000 })
export const skuIds = pgSequence('sku_ids', { startWith: 100_000_000 })

export const categories = pgTable(
  'categories',
  {
    id: integer('id').primaryKey(),
    // The code that rules use, such as `women_shoes`, `swimwear` or `bags`.
    code: text('code').notNull().unique(),
    name: text('name').notNull(),
    parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
    image: text('image'),
    // False by default for swimwear, bags, accessories and lingerie. A column, so that a shop can change the value.
    isReturnable: boolean('is_returnable').notNull().default(true),
    // Null means the general rates.
    taxCategory: text('tax_category').references(() => taxCategories.code),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [index('categories_parent_id_idx').on(t.parentId), index('categories_tax_category_idx').on(t.taxCategory)],
)

export const products = pgTable(
  'products',
  {
    id: integer('id').primaryKey(),
    handle: text('handle').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    // 1: on sale. 0: taken down. 4: expired. Products are retired, never deleted, because old orders refer to them.
    status: smallint('status').notNull().default(1),
    // True once the product was on sale. Until then, shoppers cannot open its page. A trigger sets the value and never
    // clears it.
    wasPublished: boolean('was_published').notNull().default(false),
    image: text('image').notNull(),
    feedId: text('feed_id'),
    basicCategoryId: integer('basic_category_id')
      .notNull()
      .references(() => categories.id),
    // Null means the tax category of its basic category.
    taxCategory: text('tax_category').references(() => taxCategories.code),
    // Copied to order lines. 1: regular. 2: final sale. 4 and 5: exchange. 6: limited-time discount.
    saleType: smallint('sale_type').notNull().default(1),
    saleTypeName: text('sale_type_name', { enum: ['zero_buy', 'pre_sale'] }),
    // Colors, materials and category names, so that "red heels" finds products with red only among their options.
    searchWords: text('search_words').notNull().default(''),
    // Lists search `listed_products` instead, which also contains the texts of other languages.
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
    index('products_tax_category_idx').on(t.taxCategory),
    check('products_status_check', sql`status in (0, 1, 4)`),
    check('products_sale_type_check', sql`sale_type in (1, 2, 4, 5, 6)`),
    check('products_sale_type_name_check', sql`sale_type_name in ('zero_buy', 'pre_sale')`),
  ],
)

/** The translated name and description of a product. */
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
    // Weight with packaging, in grams. Null means unknown and counts as 0 for shipping prices.
    weight: integer('weight'),
    // Reduced when an order is placed and restored when it is canceled. The order line records this in `holds_stock`.
    inventory: integer('inventory').notNull().default(0),
    // The currency of the base price. Prices in other currencies are converted, unless `sku_prices` has a manual price.
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    specialPriceAmount: bigint('special_price_amount', { mode: 'number' }),
    newUserPriceAmount: bigint('new_user_price_amount', { mode: 'number' }),
    compareAtAmount: bigint('compare_at_amount', { mode: 'number' }),
    // True if staff confirmed that the SKU is free. Otherwise a price of 0 means no price, and the SKU cannot be
    // bought.
    isFree: boolean('is_free').notNull().default(false),
    sort: integer('sort').notNull().default(0),
  },
  (t) => [
    index('skus_product_id_idx').on(t.productId, t.sort, t.id),
    index('skus_inventory_idx').on(t.inventory, t.id),
    check('skus_weight_check', sql`weight between 0 and 1000000`),
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
    // The name, such as `Size` or `Color`. Filters use name and value.
    name: text('name').notNull(),
    valueName: text('value_name').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.skuId, t.position] }),
    index('sku_options_name_value_idx').on(t.name, t.valueName, t.skuId),
  ],
)

/** Manual prices for a currency, in place of the converted price. */
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

/** European and US sizes by shoe category. Other sizes are shown unchanged. */
export const shoeSizes = pgTable(
  'shoe_sizes',
  {
    // The code of a category that the shop may not have yet.
    categoryCode: text('category_code').notNull(),
    euSize: smallint('eu_size').notNull(),
    usSize: text('us_size').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.categoryCode, t.euSize] }),
    check('shoe_sizes_us_size_check', sql`us_size ~ '^[0-9]{1,2}([.]5)?$'`),
  ],
)
