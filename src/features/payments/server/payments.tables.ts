import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refundMethods } from '../payments.rules.ts'

/** Attempts to pay orders with a provider. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    provider: text('provider').notNull(),
    providerRef: text('provider_ref').notNull(),
    method: text('method').notNull().default(''),
    status: text('status', { enum: ['pending', 'succeeded', 'declined', 'timed_out', 'cancelled'] }).notNull(),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    failure: text('failure'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    unique('payments_provider_ref_key').on(t.provider, t.providerRef),
    index('payments_order_id_idx').on(t.orderId),
    index('payments_pending_idx').on(t.createdAt).where(sql`status = 'pending'`),
    foreignKey({
      name: 'payments_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    check('payments_status_check', sql`status in ('pending', 'succeeded', 'declined', 'timed_out', 'cancelled')`),
    check('payments_amount_check', sql`amount >= 0`),
    check('payments_settled_check', sql`status <> 'succeeded' or settled_at is not null`),
  ],
)

/** Messages of providers. Append-only. The unique event id prevents that a repeated callback is applied twice. */
export const paymentEvents = pgTable(
  'payment_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    provider: text('provider').notNull(),
    eventId: text('event_id').notNull(),
    paymentId: text('payment_id').references(() => payments.id),
    customerId: text('customer_id'),
    type: text('type').notNull(),
    payload: jsonb('payload').$type<Record<string, unknown>>().notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('payment_events_event_id_key').on(t.provider, t.eventId),
    index('payment_events_payment_id_idx').on(t.paymentId),
  ],
)

/** Refunds. The retry of a failed refund uses the same row. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    // Kinds of refunds:
    // - `order`: canceled order
    // - `item`: returned line
    // - `shipping`: shipping costs of a return
    // - `payment`: second payment of the same order
    // - `part`: lines or shipping costs that staff refund
    kind: text('kind', { enum: ['order', 'item', 'shipping', 'payment', 'part'] }).notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    // These foreign keys are defined in SQL only, since returns depend on payments.
    returnId: text('return_id'),
    returnItemId: text('return_item_id'),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    // Refund method: the original payment, or store credit in the payer's account. The part paid with store credit is
    // always refunded as store credit.
    goesTo: text('goes_to', { enum: refundMethods }).notNull().default('payment'),
    creditAmount: bigint('credit_amount', { mode: 'number' }).notNull().default(0),
    // Bonus in percent if the refund becomes store credit, as promised at that time.
    creditBonusPercent: integer('credit_bonus_percent').notNull().default(0),
    // Values of a `part` refund: the included shipping costs, the reason, and the staff member who decided.
    shippingAmount: bigint('shipping_amount', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    startedBy: text('started_by'),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    // The provider's id of the refund, once the provider has assigned it. The row's own id is the idempotency key of
    // the request.
    providerRef: text('provider_ref').unique(),
    attempts: integer('attempts').notNull().default(0),
    failure: text('failure'),
    // Number of requests to the provider for this try, and the time of the next request. Null means now.
    asked: integer('asked').notNull().default(0),
    nextAskAt: timestamp('next_ask_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    settledAt: timestamp('settled_at', { withTimezone: true }),
  },
  (t) => [
    uniqueIndex('refunds_one_per_order_key').on(t.orderId).where(sql`kind = 'order'`),
    uniqueIndex('refunds_one_per_item_key').on(t.returnItemId).where(sql`kind = 'item'`),
    uniqueIndex('refunds_one_per_second_payment_key').on(t.paymentId).where(sql`kind = 'payment'`),
    uniqueIndex('refunds_one_shipping_per_return_key').on(t.returnId).where(sql`kind = 'shipping'`),
    index('refunds_order_id_idx').on(t.orderId),
    index('refunds_payment_id_idx').on(t.paymentId),
    index('refunds_return_id_idx').on(t.returnId),
    index('refunds_return_item_id_idx').on(t.returnItemId),
    index('refunds_pending_idx').on(t.createdAt).where(sql`status = 'pending'`),
    // Indexes of the staff lists.
    index('refunds_created_at_idx').on(t.createdAt, t.id),
    index('refunds_settled_at_idx').on(t.settledAt).where(sql`settled_at is not null`),
    index('refunds_status_idx').on(t.status, t.createdAt, t.id),
    foreignKey({
      name: 'refunds_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    check('refunds_status_check', sql`status in ('pending', 'succeeded', 'failed')`),
    check('refunds_amount_check', sql`amount >= 0 and shipping_amount between 0 and amount`),
    check('refunds_goes_to_check', sql`goes_to in ('payment', 'credit')`),
    check('refunds_credit_bonus_check', sql`credit_bonus_percent between 0 and 100`),
    check(
      'refunds_credit_check',
      sql`credit_amount between 0 and amount and (customer_id is not null or (goes_to = 'payment' and credit_amount = 0))`,
    ),
    check('refunds_settled_check', sql`status <> 'succeeded' or settled_at is not null`),
    check(
      'refunds_kind_check',
      sql`case kind
        when 'order' then return_id is null and return_item_id is null
        when 'payment' then return_id is null and return_item_id is null
        when 'part' then return_id is null and return_item_id is null
        when 'item' then return_id is not null and return_item_id is not null
        when 'shipping' then return_id is not null and return_item_id is null
        else false
      end`,
    ),
  ],
)

/** Lines of a `part` refund. A pending refund counts as refunded at once. A failed refund is no longer counted. */
export const refundLines = pgTable(
  'refund_lines',
  {
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    orderLineId: text('order_line_id')
      .notNull()
      .references(() => orderLines.id),
    amount: bigint('amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.orderLineId] }),
    index('refund_lines_order_line_id_idx').on(t.orderLineId),
    check('refund_lines_amount_check', sql`amount > 0`),
  ],
)

/** Tax inside a refund, per order line. Rows without a line are shipping costs. */
export const refundTaxes = pgTable(
  'refund_taxes',
  {
    refundId: text('refund_id')
      .notNull()
      .references(() => refunds.id),
    position: integer('position').notNull(),
    orderLineId: text('order_line_id').references(() => orderLines.id),
    country: text('country').notNull(),
    region: text('region').notNull().default(''),
    // Thousandths of a percent: 19 % is 19000.
    rate: integer('rate').notNull(),
    netAmount: bigint('net_amount', { mode: 'number' }).notNull(),
    taxAmount: bigint('tax_amount', { mode: 'number' }).notNull(),
    grossAmount: bigint('gross_amount', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.refundId, t.position] }),
    index('refund_taxes_order_line_id_idx').on(t.orderLineId),
    check(
      'refund_taxes_amounts_check',
      sql`gross_amount = net_amount + tax_amount and net_amount >= 0 and tax_amount >= 0`,
    ),
  ],
)

export type Refund = typeof refunds.$inferSelect
