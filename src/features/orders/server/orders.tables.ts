import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { currencies, languages } from '#features/settings/server/settings.tables.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { taxTreatments } from '#features/tax/tax.rules.ts'

// Amounts are 8-byte integers in minor units, since orders in rupiah or dong exceed the range of 4-byte integers.

// Every large table has `customer_id`, copied from its order or return, so that a distributed PostgreSQL can store a
// shopper's rows on one node. The column is null for guest orders until the owner of the address adds the orders to an
// account.

/** Orders. Only commands change a status, each with a row in `order_events`. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    orderNo: text('order_no').notNull().unique(),
    customerId: text('customer_id').references(() => customers.id),
    email: text('email').notNull(),
    // 1 Unpaid, 4 Paid, 5 Preparing, 6 Packed, 13 On hold, 7 Shipped, 8 Canceled, 9 Closed, 10 Received, 11 Complete.
    statusId: smallint('status_id').notNull().default(1),
    invalidStatus: smallint('invalid_status').notNull().default(0),
    languageId: integer('language_id').references(() => languages.id),
    currency: text('currency')
      .notNull()
      .references(() => currencies.code),
    subtotalAmount: bigint('subtotal_amount', { mode: 'number' }).notNull(),
    discountAmount: bigint('discount_amount', { mode: 'number' }).notNull().default(0),
    shippingAmount: bigint('shipping_amount', { mode: 'number' }).notNull().default(0),
    // Tax that is added to the prices at checkout. Zero where prices include tax.
    addedTaxAmount: bigint('added_tax_amount', { mode: 'number' }).notNull().default(0),
    totalAmount: bigint('total_amount', { mode: 'number' }).notNull(),
    // All tax inside the total, included or added.
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull().default(0),
    taxTreatment: text('tax_treatment', { enum: taxTreatments }).notNull().default('untaxed'),
    // VAT number and company of a business buyer.
    vatNumber: text('vat_number'),
    company: text('company'),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    // Part of the total that store credit pays. A payment provider charges the rest.
    creditAmount: bigint('credit_amount', { mode: 'number' }).notNull().default(0),
    // Coupon code that the shopper typed or chose. A row of `coupon_claims` refers to this order as its claim.
    couponCode: text('coupon_code'),
    shippingMethod: text('shipping_method').notNull().default(''),
    paymentMethod: text('payment_method'),
    // 1 until the browser has reported the purchase to the analytics.
    gaCounter: smallint('ga_counter').notNull().default(0),
    gaAcknowledgedAt: timestamp('ga_acknowledged_at', { withTimezone: true }),
    // Network that placed the order, while an order of an unverified address waits for its payment. Null for all other orders.
    network: text('network'),
    holdReason: text('hold_reason'),
    cancelReason: text('cancel_reason'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // End of the stock hold of a guest's unpaid order, which can be paid for longer. Null means that the stock is held for as
    // long as the order can be paid, or that it is no longer held.
    stockHeldUntil: timestamp('stock_held_until', { withTimezone: true }),
    paidAt: timestamp('paid_at', { withTimezone: true }),
    shippedAt: timestamp('shipped_at', { withTimezone: true }),
    autoReceiveAt: timestamp('auto_receive_at', { withTimezone: true }),
    receivedAt: timestamp('received_at', { withTimezone: true }),
    autoCompleteAt: timestamp('auto_complete_at', { withTimezone: true }),
    completedAt: timestamp('completed_at', { withTimezone: true }),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    cancelledAt: timestamp('cancelled_at', { withTimezone: true }),
  },
  (t) => [
    // Target of the composite foreign keys that keep the copied `customer_id` correct.
    unique('orders_id_customer_id_key').on(t.id, t.customerId),
    // Lists show the newest orders first and read this index backwards.
    index('orders_customer_id_idx').on(t.customerId, t.createdAt, t.id),
    index('orders_customer_id_status_idx').on(t.customerId, t.statusId, t.createdAt, t.id),
    index('orders_guest_email_idx').on(t.email, t.createdAt).where(sql`customer_id is null`),
    // A new user is an email address without any paid order.
    index('orders_paid_email_idx').on(t.email).where(sql`paid_at is not null`),
    index('orders_expire_due_idx').on(t.expiresAt).where(sql`status_id = 1`),
    index('orders_hold_due_idx').on(t.stockHeldUntil).where(sql`status_id = 1`),
    index('orders_unpaid_network_idx').on(t.network).where(sql`network is not null`),
    index('orders_receive_due_idx').on(t.autoReceiveAt).where(sql`status_id = 7`),
    index('orders_complete_due_idx').on(t.autoCompleteAt).where(sql`status_id = 10`),
    // Used by staff for lists of all orders, of one status, and of an email address or its beginning.
    index('orders_paid_at_idx').on(t.paidAt).where(sql`paid_at is not null`),
    index('orders_created_at_idx').on(t.createdAt, t.id),
    index('orders_status_id_idx').on(t.statusId, t.createdAt, t.id),
    index('orders_email_idx').on(t.email.op('text_pattern_ops'), t.createdAt, t.id),
    // The index has no time column, so that equal names take almost no space. Every placed or moved order adds an entry
    // to this index.
    index('orders_shipping_method_idx').on(t.shippingMethod),
    index('orders_refunded_idx').on(t.createdAt, t.id).where(sql`refunded_amount > 0`),
    check('orders_order_no_check', sql`order_no ~ '^[A-Z]{2}[A-Z0-9]{11}$'`),
    check('orders_email_check', sql`email = lower(email)`),
    check('orders_status_check', sql`status_id in (1, 4, 5, 6, 7, 8, 9, 10, 11, 13)`),
    check('orders_invalid_status_check', sql`invalid_status in (0, 1) and (status_id <> 8 or invalid_status = 1)`),
    check('orders_ga_counter_check', sql`ga_counter in (0, 1)`),
    check('orders_amounts_check', sql`subtotal_amount >= 0 and shipping_amount >= 0 and total_amount >= 0`),
    check('orders_discount_check', sql`discount_amount between 0 and subtotal_amount + shipping_amount`),
    check(
      'orders_total_check',
      sql`total_amount = subtotal_amount - discount_amount + shipping_amount + added_tax_amount`,
    ),
    // A guest has no account for store credit.
    check(
      'orders_credit_check',
      sql`credit_amount between 0 and total_amount and (credit_amount = 0 or customer_id is not null)`,
    ),
    check('orders_tax_check', sql`added_tax_amount >= 0 and tax_amount between added_tax_amount and total_amount`),
    check('orders_refunded_check', sql`refunded_amount between 0 and total_amount`),
    check(
      'orders_moments_check',
      sql`case
        when status_id = 1 then paid_at is null
        when status_id in (4, 5, 6) then paid_at is not null
        when status_id = 13 then hold_reason is not null and (paid_at is not null or total_amount = 0)
        when status_id = 7 then shipped_at is not null and auto_receive_at is not null
        when status_id = 8 then cancelled_at is not null
        when status_id = 10 then received_at is not null and auto_complete_at is not null
        when status_id = 11 then received_at is not null and completed_at is not null
        when status_id = 9 then received_at is not null and closed_at is not null
      end`,
    ),
  ],
)

/** Totals as shown at checkout. */
export const orderTotals = pgTable(
  'order_totals',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    code: text('code', { enum: ['subtotal', 'discount', 'shipping', 'tax', 'total', 'credit'] }).notNull(),
    title: text('title').notNull(),
    // Negative for the discount, and for the store credit that pays part of the total.
    amount: bigint('amount', { mode: 'number' }).notNull(),
    sort: smallint('sort').notNull(),
  },
  (t) => [
    uniqueIndex('order_totals_order_id_code_key').on(t.orderId, t.code),
    check('order_totals_code_check', sql`code in ('subtotal', 'discount', 'shipping', 'tax', 'total', 'credit')`),
  ],
)

/** Tax of an order per kind, place and rate. The rows add up to the total of the order. */
export const orderTaxes = pgTable(
  'order_taxes',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    position: smallint('position').notNull(),
    kind: text('kind', { enum: ['items', 'shipping'] }).notNull(),
    // The place whose tax this is. The region is empty, except in countries with regional taxes.
    country: text('country').notNull(),
    region: text('region').notNull().default(''),
    name: text('name').notNull().default(''),
    // Thousandths of a percent: 19 % is 19000.
    rate: integer('rate').notNull(),
    netAmount: bigint('net_amount', { mode: 'number' }).notNull(),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull(),
    grossAmount: bigint('gross_amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.position] }),
    check('order_taxes_kind_check', sql`kind in ('items', 'shipping')`),
    check(
      'order_taxes_amounts_check',
      sql`gross_amount = net_amount + tax_amount and net_amount >= 0 and tax_amount >= 0`,
    ),
  ],
)

/** Shipping address at the time of the order. */
export const orderAddresses = pgTable(
  'order_addresses',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    firstname: text('firstname').notNull(),
    lastname: text('lastname').notNull(),
    telephone: text('telephone').notNull(),
    address1: text('address_1').notNull(),
    address2: text('address_2').notNull().default(''),
    houseNum: text('house_num').notNull().default(''),
    city: text('city').notNull(),
    state: text('state').notNull().default(''),
    country: text('country').notNull(),
    postcode: text('postcode').notNull().default(''),
  },
  (t) => [primaryKey({ columns: [t.orderId] }), index('order_addresses_country_idx').on(t.country)],
)

/** Notes of staff about an order. Shoppers never see these notes. */
export const orderNotes = pgTable(
  'order_notes',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    body: text('body').notNull(),
    // Name of the author at that time.
    author: text('author').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('order_notes_order_id_idx').on(t.orderId, t.at),
    check('order_notes_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)

/** Tags that staff added to an order. Shoppers never see these tags. */
export const orderTags = pgTable(
  'order_tags',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    tag: text('tag').notNull(),
    // Tags that differ only in case are the same tag.
    key: text('key').notNull().generatedAlwaysAs(sql`lower(tag)`),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.key] }),
    index('order_tags_key_idx').on(t.key, t.orderId),
    check('order_tags_tag_check', sql`char_length(tag) between 1 and 30`),
  ],
)

/**
 * Moves of an order with actor, time and command. Append-only: a trigger rejects changes, except for erasing text about
 * a customer.
 */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    command: text('command').notNull(),
    fromStatus: smallint('from_status'),
    toStatus: smallint('to_status').notNull(),
    actor: text('actor', { enum: ['shopper', 'staff', 'timer', 'carrier', 'provider', 'system'] }).notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('order_events_order_id_idx').on(t.orderId, t.id),
    check('order_events_actor_check', sql`actor in ('shopper', 'staff', 'timer', 'carrier', 'provider', 'system')`),
  ],
)

/** Access links to guest orders that were mailed to the order's address. Only the hash of a token is stored. */
export const orderLinks = pgTable(
  'order_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('order_links_order_id_idx').on(t.orderId, t.createdAt),
    index('order_links_expires_at_idx').on(t.expiresAt),
  ],
)
