import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Rows that a timer failed to process. Each row is skipped until its next try, so that it does not block other rows.
 */
export const jobFailures = pgTable(
  'setbacks',
  {
    timer: text('timer').notNull(),
    rowId: text('row_id').notNull(),
    tries: integer('tries').notNull().default(1),
    lastError: text('last_error').notNull(),
    nextTryAt: timestamp('next_try_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.timer, t.rowId] })],
)
