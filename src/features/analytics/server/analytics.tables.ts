import { bigint, date, index, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Reports from pages. Reports have no foreign keys, so that storing a report never fails. */
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
    // BRIN suits rows that arrive in time order. The index finds the oldest rows and is very cheap to maintain.
    index('analytics_events_at_idx').using('brin', t.at),
  ],
)

/** The number of reports per day and event, including reports that were not stored. */
export const analyticsTotals = pgTable(
  'analytics_totals',
  {
    day: date('day').notNull(),
    name: text('name').notNull(),
    reports: bigint('reports', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
)
