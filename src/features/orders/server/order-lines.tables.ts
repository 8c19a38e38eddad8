import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  unique,
} from 'drizzle-orm/pg-core'
import { products, skus } from '#features/catalogue/server/catalogue.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { packages } from './shipping/packages.tables.ts'

/**
 * Lines of orders, one unit each, so that every unit can be shipped, returned and refunded by itself. The copied names and prices
 * survive changes of the catalog.
 */
export const orderLines = pgTable(
  'order_lines',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    position: smallint('position').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    // Null once the SKU has left the catalog. The line then shows as expired.
    skuId: integer('sku_id').references(() => skus.id, { onDelete: 'set null' }),
    skuName: text('sku_name').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    options: jsonb('options').$type<{ name: string; valueName: string }[]>().notNull().default([]),
    image: text('image').notNull(),
    categoryCode: text('category_code').notNull(),
    categoryName: text('category_name').notNull(),
    // Return rule of the category at the time of purchase.
    isReturnable: boolean('is_returnable').notNull().default(true),
    // 1 ordinary, 2 final sale, 4 and 5 exchange, 6 limited-time discount.
    type: smallint('type').notNull().default(1),
    typeName: text('type_name', { enum: ['zero_buy', 'pre_sale'] }),
    isGift: boolean('is_gift').notNull().default(false),
    activityType: smallint('activity_type'),
    activityId: integer('activity_id'),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    compareAtAmount: bigint('compare_at_amount', { mode: 'number' }),
    // Share of the order's discount. The shares of all lines add up exactly to the discount.
    discountAmount: bigint('discount_amount', { mode: 'number' }).notNull().default(0),
    // Tax that was added to the price at checkout. Zero where prices include tax.
    addedTaxAmount: bigint('added_tax_amount', { mode: 'number' }).notNull().default(0),
    // Rate in thousandths of a percent, and the tax inside the paid amount, included or added.
    taxRate: integer('tax_rate').notNull().default(0),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull().default(0),
    // Amount paid for this line, which is also the limit of its refunds.
    paidAmount: bigint('paid_amount', { mode: 'number' }).notNull(),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    // True from the order to its cancellation. The flag ensures that a line gives its stock back only once.
    holdsStock: boolean('holds_stock').notNull().default(true),
    // Unverified hold: stock of an unpaid order whose email address is unverified. Such holds are limited for each SKU.
    isUnverifiedHold: boolean('is_loose').notNull().default(false),
    packageId: text('package_id'),
    // Start of the return window.
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
    // Time at which staff canceled the line before packing. A canceled line is in no parcel and was refunded.
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
  },
  (t) => [
    unique('order_lines_order_id_position_key').on(t.orderId, t.position),
    // Target of the composite foreign key that ties a return item to this order and its owner.
    unique('order_lines_id_order_customer_key').on(t.id, t.orderId, t.customerId),
    index('order_lines_package_id_idx').on(t.packageId),
    index('order_lines_product_id_idx').on(t.productId),
    // Includes the order id, so that a search by SKU needs only this index.
    index('order_lines_sku_id_order_id_idx').on(t.skuId, t.orderId),
    index('order_lines_loose_idx').on(t.skuId).where(sql`is_loose`),
    // Counts the delivered items of a customer, which staff see with each order.
    index('order_lines_delivered_idx').on(t.customerId).where(sql`delivered_at is not null`),
    foreignKey({
      name: 'order_lines_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    // A line can only be in a parcel of its own order.
    foreignKey({
      name: 'order_lines_package_fk',
      columns: [t.packageId, t.orderId],
      foreignColumns: [packages.id, packages.orderId],
    }),
    check('order_lines_type_check', sql`type in (1, 2, 4, 5, 6)`),
    check('order_lines_type_name_check', sql`type_name in ('zero_buy', 'pre_sale')`),
    check('order_lines_amounts_check', sql`price_amount >= 0 and compare_at_amount >= 0`),
    check('order_lines_discount_check', sql`discount_amount between 0 and price_amount`),
    check('order_lines_paid_check', sql`paid_amount = price_amount - discount_amount + added_tax_amount`),
    check('order_lines_tax_check', sql`added_tax_amount >= 0 and tax_amount between added_tax_amount and paid_amount`),
    check('order_lines_cancelled_check', sql`cancelled_at is null or (package_id is null and delivered_at is null)`),
    check('order_lines_refunded_check', sql`refunded_amount between 0 and paid_amount`),
  ],
)
