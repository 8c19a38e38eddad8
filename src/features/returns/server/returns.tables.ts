import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  foreignKey,
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
import { images } from '#features/images/server/images.tables.ts'
import { orderLines } from '#features/orders/server/order-lines.tables.ts'
import { orders } from '#features/orders/server/orders.tables.ts'
import { refundMethods } from '#features/payments/payments.rules.ts'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'
import { staffMembers } from '#features/staff/server/staff.tables.ts'

/** Reasons for returns in two levels: categories and, below some categories, specific reasons. */
export const returnReasons = pgTable(
  'return_reasons',
  {
    id: integer('id').primaryKey(),
    parentId: integer('parent_id').references((): AnyPgColumn => returnReasons.id),
    // Code of a reason. `others` makes the description required, in any language.
    code: text('code').notNull().unique(),
    reason: text('reason').notNull(),
    sort: integer('sort').notNull().default(0),
    isActive: boolean('is_active').notNull().default(true),
  },
  (t) => [
    unique('return_reasons_id_parent_id_key').on(t.id, t.parentId),
    index('return_reasons_parent_id_idx').on(t.parentId, t.sort, t.id),
    check('return_reasons_parent_check', sql`parent_id <> id`),
  ],
)

/** Returns of one order, each by one request. Commands update the status together with the items. */
export const returns = pgTable(
  'returns',
  {
    id: text('id').primaryKey(),
    returnNo: text('return_no').notNull().unique(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    // Null for the return of a guest order, which the order's access link opens.
    customerId: text('customer_id').references(() => customers.id),
    // 1 Processing, 2 Returning, 3 Return Successful, 4 Refunding, 5 Refund Successful, 6 Return Failed, 7 Refund Failed, 8 Cancel, 9 Closed.
    status: smallint('status').notNull().default(1),
    comment: text('comment').notNull().default(''),
    // Return policy at the time of the request, independent of later settings.
    policy: jsonb('policy')
      .$type<{ windowDays: number; replyHours: number; shipDays: number; editHours: number }>()
      .notNull(),
    currency: text('currency').notNull(),
    // Bonus percentage of the store credit, if the shopper chose store credit. Independent of later settings. Null
    // means the original payment.
    creditBonusPercent: integer('credit_bonus_percent'),
    refundTotalAmount: bigint('refund_total_amount', { mode: 'number' }).notNull().default(0),
    refundShippingAmount: bigint('refund_shipping_amount', { mode: 'number' }).notNull().default(0),
    refundShippingAt: timestamp('refund_shipping_at', { withTimezone: true }),
    replyDueAt: timestamp('reply_due_at', { withTimezone: true }).notNull(),
    assigneeId: text('assignee_id').references(() => staffMembers.id, { onDelete: 'set null' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('returns_id_order_customer_key').on(t.id, t.orderId, t.customerId),
    index('returns_customer_id_idx').on(t.customerId, t.createdAt, t.id),
    index('returns_customer_id_status_idx').on(t.customerId, t.status),
    index('returns_order_id_idx').on(t.orderId),
    index('returns_waiting_idx').on(t.status, t.replyDueAt).where(sql`status in (1, 2, 3, 4, 7)`),
    // Indexes of the staff lists.
    index('returns_created_at_idx').on(t.createdAt, t.id),
    index('returns_status_idx').on(t.status, t.createdAt, t.id),
    index('returns_assignee_id_idx').on(t.assigneeId, t.createdAt),
    foreignKey({
      name: 'returns_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    check('returns_status_check', sql`status between 1 and 9`),
    check('returns_comment_check', sql`char_length(comment) <= 500`),
    check('returns_credit_bonus_check', sql`credit_bonus_percent between 0 and 100`),
    check('returns_amounts_check', sql`refund_total_amount >= 0 and refund_shipping_amount >= 0`),
  ],
)

/** Returned items. Parcel data are stored here, because a parcel may contain only some of the items. */
export const returnItems = pgTable(
  'return_items',
  {
    id: text('id').primaryKey(),
    // The composite keys below are not checked while `customer_id` is null, so these two references are checked
    // separately.
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id),
    customerId: text('customer_id'),
    orderId: text('order_id').notNull(),
    orderLineId: text('order_line_id')
      .notNull()
      .references(() => orderLines.id),
    status: smallint('status').notNull().default(1),
    reasonId: integer('reason_id')
      .notNull()
      .references(() => returnReasons.id),
    childReasonId: integer('child_reason_id'),
    // Amount paid for the item at the time of the request, which is the expected refund.
    refundAmount: bigint('refund_amount', { mode: 'number' }).notNull(),
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    refundAt: timestamp('refund_at', { withTimezone: true }),
    // Target of the refund: the original payment, or the account as store credit.
    refundTo: text('refund_to', { enum: refundMethods }).notNull().default('payment'),
    shipmentExpiredAt: timestamp('shipment_expired_at', { withTimezone: true }),
    deliveryCompany: text('delivery_company'),
    trackingNumber: text('tracking_number'),
    // Time at which the parcel data were first entered. The data can be edited for 72 hours or until the first scan.
    logisticsAt: timestamp('logistics_at', { withTimezone: true }),
    firstScanAt: timestamp('first_scan_at', { withTimezone: true }),
    receivedAt: timestamp('received_at', { withTimezone: true }),
    // Condition at arrival, with a note of the warehouse. Null if the item was not inspected.
    condition: text('condition', { enum: ['as_sold', 'worn', 'damaged', 'missing'] }),
    conditionNote: text('condition_note').notNull().default(''),
    // Time at which the item went back into stock. Null before the decision, and null if the item was not restocked for
    // the reason below.
    restockedAt: timestamp('restocked_at', { withTimezone: true }),
    notRestockedReason: text('not_restocked_reason').notNull().default(''),
    // Deduction from the amount paid. `refundAmount` already excludes the deduction.
    deductionAmount: bigint('deduction_amount', { mode: 'number' }).notNull().default(0),
    closedAt: timestamp('closed_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    // A line can be in one return only. After a canceled (8) or closed (9) return, another return is possible.
    uniqueIndex('return_items_one_per_line_key').on(t.orderLineId).where(sql`status not in (8, 9)`),
    unique('return_items_return_id_order_line_id_key').on(t.returnId, t.orderLineId),
    index('return_items_order_line_id_idx').on(t.orderLineId),
    index('return_items_reason_id_idx').on(t.reasonId),
    index('return_items_child_reason_id_idx').on(t.childReasonId),
    // Used by staff who scan the number of a parcel.
    index('return_items_tracking_number_idx').on(t.trackingNumber).where(sql`tracking_number is not null`),
    index('return_items_overdue_idx').on(t.shipmentExpiredAt).where(sql`status = 2 and logistics_at is null`),
    // Return, line and shopper must belong to the same order, so that a shopper cannot return another shopper's item.
    foreignKey({
      name: 'return_items_return_fk',
      columns: [t.returnId, t.orderId, t.customerId],
      foreignColumns: [returns.id, returns.orderId, returns.customerId],
    }),
    foreignKey({
      name: 'return_items_order_line_fk',
      columns: [t.orderLineId, t.orderId, t.customerId],
      foreignColumns: [orderLines.id, orderLines.orderId, orderLines.customerId],
    }),
    // The specific reason belongs to the chosen category.
    foreignKey({
      name: 'return_items_child_reason_fk',
      columns: [t.childReasonId, t.reasonId],
      foreignColumns: [returnReasons.id, returnReasons.parentId],
    }),
    check('return_items_condition_check', sql`condition in ('as_sold', 'worn', 'damaged', 'missing')`),
    check('return_items_deduction_check', sql`deduction_amount >= 0`),
    check('return_items_refund_to_check', sql`refund_to in ('payment', 'credit')`),
    check('return_items_status_check', sql`status between 1 and 9`),
    check('return_items_refund_check', sql`refund_amount >= 0 and refunded_amount between 0 and refund_amount`),
    check('return_items_refunded_check', sql`status <> 5 or refund_at is not null`),
    check('return_items_returning_check', sql`status <> 2 or shipment_expired_at is not null`),
    check('return_items_logistics_check', sql`num_nonnulls(delivery_company, tracking_number, logistics_at) in (0, 3)`),
    check('return_items_parcel_check', sql`char_length(delivery_company) >= 4 and char_length(tracking_number) >= 4`),
  ],
)

export const returnImages = pgTable(
  'return_images',
  {
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id),
    imageId: text('image_id')
      .notNull()
      .references(() => images.id),
    customerId: text('customer_id'),
    position: smallint('position').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.returnId, t.imageId] }),
    index('return_images_image_id_idx').on(t.imageId),
    unique('return_images_position_key').on(t.returnId, t.position),
    check('return_images_position_check', sql`position between 1 and 5`),
  ],
)

/** Pictures that the warehouse took of a received item. Only staff see these pictures. */
export const arrivalPictures = pgTable(
  'arrival_pictures',
  {
    id: text('id').primaryKey(),
    returnItemId: text('return_item_id')
      .notNull()
      .references(() => returnItems.id),
    customerId: text('customer_id'),
    // Hash of the uploaded file, so that the same picture is stored once.
    sha256: text('sha256').notNull(),
    mime: text('mime', { enum: ['image/png', 'image/jpeg'] }).notNull(),
    storageKey: text('storage_key').notNull(),
    takenBy: text('taken_by').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('arrival_pictures_item_sha256_key').on(t.returnItemId, t.sha256),
    index('arrival_pictures_customer_id_idx').on(t.customerId),
    check('arrival_pictures_mime_check', sql`mime in ('image/png', 'image/jpeg')`),
  ],
)

/**
 * Comments of the shop for the shopper (`system_comment`, the newest first). Without an item, a comment is about the whole
 * return.
 */
export const returnComments = pgTable(
  'return_comments',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id),
    returnItemId: text('return_item_id').references(() => returnItems.id),
    customerId: text('customer_id'),
    author: text('author', { enum: ['staff', 'system'] }).notNull(),
    body: text('body').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('return_comments_return_id_idx').on(t.returnId, t.id),
    index('return_comments_return_item_id_idx').on(t.returnItemId),
    check('return_comments_author_check', sql`author in ('staff', 'system')`),
    check('return_comments_body_check', sql`body <> ''`),
  ],
)

/** Moves of a return with actor, time and command. Append-only: a trigger refuses changes. */
export const returnEvents = pgTable(
  'return_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id),
    // Null if the command moved the whole return.
    returnItemId: text('return_item_id').references(() => returnItems.id),
    customerId: text('customer_id'),
    command: text('command').notNull(),
    fromStatus: smallint('from_status'),
    toStatus: smallint('to_status').notNull(),
    actor: text('actor', { enum: ['shopper', 'staff', 'timer', 'carrier', 'provider', 'system'] }).notNull(),
    data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('return_events_return_id_idx').on(t.returnId, t.id),
    index('return_events_return_item_id_idx').on(t.returnItemId),
    check('return_events_actor_check', sql`actor in ('shopper', 'staff', 'timer', 'carrier', 'provider', 'system')`),
  ],
)

/** Notes of staff about a return. The shopper never sees these notes. */
export const returnNotes = pgTable(
  'return_notes',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    returnId: text('return_id')
      .notNull()
      .references(() => returns.id),
    customerId: text('customer_id'),
    // Name of the author at that time.
    author: text('author').notNull(),
    body: text('body').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('return_notes_return_id_idx').on(t.returnId, t.id),
    index('return_notes_customer_id_idx').on(t.customerId),
    check('return_notes_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)
