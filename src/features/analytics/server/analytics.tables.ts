import { bigint, index, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

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
  (t) => [index('analytics_events_name_idx').on(t.name, t.at)],
)
