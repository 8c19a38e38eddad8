import { sql } from 'drizzle-orm'
import { bigint, check, index, pgTable, primaryKey, smallint, text, timestamp, unique } from 'drizzle-orm/pg-core'

/** Orders of the previous shop platform. They are imported once, looked up by address and number, and never changed. */
export const archivedOrders = pgTable(
  'archived_orders',
  {
    id: text('id').primaryKey(),
    source: text('source').notNull().default('Shopify'),
    // The lookup compares order numbers in upper case and email addresses in lower case, so they are stored that way.
    orderNo: text('order_no').notNull(),
    email: text('email').notNull(),
    firstname: text('firstname').notNull().default(''),
    lastname: text('lastname').notNull().default(''),
    tel: text('tel').notNull().default(''),
    zipcode: text('zipcode').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    country: text('country').notNull().default(''),
    shippingMethod: text('shipping_method').notNull().default(''),
    // No foreign key: the old shop may have used currencies that this shop does not have.
    currency: text('currency').notNull(),
    symbolLeft: text('symbol_left').notNull().default(''),
    symbolRight: text('symbol_right').notNull().default(''),
    decimals: smallint('decimals').notNull().default(2),
    skuPriceAmount: bigint('sku_price_amount', { mode: 'number' }).notNull(),
    discountAmount: bigint('discount_amount', { mode: 'number' }).notNull().default(0),
    shippingAmount: bigint('shipping_amount', { mode: 'number' }).notNull().default(0),
    totalAmount: bigint('total_amount', { mode: 'number' }).notNull(),
    payConfirmedAt: timestamp('pay_confirmed_at', { withTimezone: true }).notNull(),
    importedAt: timestamp('imported_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('archived_orders_email_order_no_key').on(t.email, t.orderNo),
    index('archived_orders_order_no_idx').on(t.orderNo),
    check('archived_orders_email_check', sql`email = lower(email)`),
    check('archived_orders_order_no_check', sql`order_no = upper(order_no)`),
    check('archived_orders_currency_check', sql`currency ~ '^[A-Z]{3}$'`),
  ],
)

export const archivedOrderItems = pgTable(
  'archived_order_items',
  {
    archivedOrderId: text('archived_order_id')
      .notNull()
      .references(() => archivedOrders.id, { onDelete: 'cascade' }),
    position: smallint('position').notNull(),
    image: text('image').notNull().default(''),
    skuNameEn: text('sku_name_en').notNull(),
    skuAttrEn: text('sku_attr_en').notNull().default(''),
    priceAmount: bigint('price_amount', { mode: 'number' }).notNull(),
    status: text('status').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.archivedOrderId, t.position] })],
)
