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
import { refundWays } from '../payments.rules.ts'

/** One attempt to pay an order with a provider. */
export const payments = pgTable(
  'payments',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    provider: text('provider').notNull(),
    // The provider's own name for the attempt.
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

/** What a provider told us. Append-only; its event id makes a callback that comes twice count once. */
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

/** Money on its way back. A retry of a failed one is the same row tried again. */
export const refunds = pgTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    // `order` for a cancelled order, `item` for a returned line, `shipping` for the postage of a return, `payment` for all of a
    // payment that came on top of another, `part` for lines or postage that staff pay back.
    kind: text('kind', { enum: ['order', 'item', 'shipping', 'payment', 'part'] }).notNull(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id),
    // Their foreign keys stand in SQL only, since returns stand above payments.
    returnId: text('return_id'),
    returnItemId: text('return_item_id'),
    currency: text('currency').notNull(),
    amount: bigint('amount', { mode: 'number' }).notNull(),
    // Where it goes: the way it came, or into the account of whoever paid. What was paid with credit comes back as credit either way.
    goesTo: text('goes_to', { enum: refundWays }).notNull().default('payment'),
    creditAmount: bigint('credit_amount', { mode: 'number' }).notNull().default(0),
    // What comes on top where it becomes credit, as it was when that was said.
    creditBonusPercent: integer('credit_bonus_percent').notNull().default(0),
    // Of a `part`: how much of it is postage, why it goes back, and who decided so.
    shippingAmount: bigint('shipping_amount', { mode: 'number' }).notNull().default(0),
    reason: text('reason'),
    startedBy: text('started_by'),
    status: text('status', { enum: ['pending', 'succeeded', 'failed'] }).notNull(),
    // The provider's name for it, once it has one; our id is the idempotency key we send.
    providerRef: text('provider_ref').unique(),
    attempts: integer('attempts').notNull().default(0),
    failure: text('failure'),
    // How often the provider was asked about this try, and when to ask again; empty: now.
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
    // The lists of staff.
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

/** Which lines a `part` is for. What is on its way counts as refunded at once, and no longer if it fails. */
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

export type Refund = typeof refunds.$inferSelect
