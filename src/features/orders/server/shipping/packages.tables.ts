import { sql } from 'drizzle-orm'
import { bigint, check, foreignKey, index, integer, pgTable, text, timestamp, unique } from 'drizzle-orm/pg-core'
import { orders } from '../orders.tables.ts'

/** Parcels of orders. The lines refer to their parcel by `order_lines.package_id`. */
export const packages = pgTable(
  'packages',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id'),
    // Null until the parcel is shipped.
    carrier: text('carrier'),
    trackingNo: text('tracking_no'),
    trackingUrl: text('tracking_url'),
    // Weight in grams. Null if the parcel was not weighed.
    weightGrams: integer('weight_grams'),
    packedAt: timestamp('packed_at', { withTimezone: true }).notNull(),
    shippedAt: timestamp('shipped_at', { withTimezone: true }),
    deliveredAt: timestamp('delivered_at', { withTimezone: true }),
  },
  (t) => [
    unique('packages_id_order_id_key').on(t.id, t.orderId),
    index('packages_order_id_idx').on(t.orderId),
    // Not unique. Carriers report by tracking number, and may use one number for two orders to the same address.
    index('packages_tracking_no_idx').on(t.trackingNo),
    foreignKey({
      name: 'packages_order_customer_fk',
      columns: [t.orderId, t.customerId],
      foreignColumns: [orders.id, orders.customerId],
    }),
    check('packages_weight_check', sql`weight_grams between 1 and 100000`),
    check('packages_shipped_check', sql`shipped_at is null or (carrier is not null and tracking_no is not null)`),
    check('packages_delivered_check', sql`delivered_at is null or shipped_at is not null`),
  ],
)

/** Reports of carriers. Append-only: a repeated report adds no row. */
export const packageEvents = pgTable(
  'package_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    packageId: text('package_id')
      .notNull()
      .references(() => packages.id),
    customerId: text('customer_id'),
    kind: text('kind', { enum: ['accepted', 'in_transit', 'out_for_delivery', 'delivered', 'problem'] }).notNull(),
    description: text('description').notNull(),
    place: text('place').notNull().default(''),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    unique('package_events_report_key').on(t.packageId, t.at, t.description),
    index('package_events_problem_idx').on(t.packageId).where(sql`kind = 'problem'`),
    check(
      'package_events_kind_check',
      sql`kind in ('accepted', 'in_transit', 'out_for_delivery', 'delivered', 'problem')`,
    ),
  ],
)
