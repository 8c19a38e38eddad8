import { bigint, date, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** What pages report. No foreign key: a report is kept as it came, and must never fail. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    name: text('name').notNull(),
    props: jsonb('props').$type<Record<string, unknown>>().notNull().default({}),
    customerId: text('customer_id'),
    at: timestamp('at', { withTimezone: true }).notNull(),
  },
  (t) => [
    index('analytics_events_name_idx').on(t.name, t.at),
    // Rows come in the order of time: this finds the oldest and costs next to nothing to keep.
    index('analytics_events_at_idx').using('brin', t.at),
  ],
)

/** How many of each were reported on a day, also of those that were not kept. */
export const analyticsTotals = pgTable(
  'analytics_totals',
  {
    day: date('day').notNull(),
    name: text('name').notNull(),
    reports: bigint('reports', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
)
