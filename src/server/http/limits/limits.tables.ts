import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Counted tries per limit and caller. The counts are in the database, so that all instances share them. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    resetAt: timestamp('reset_at', { withTimezone: true }).notNull(),
    // For growing waits. Tries before this time are refused and not counted.
    nextAt: timestamp('next_at', { withTimezone: true }),
  },
  (t) => [index('rate_limits_reset_at_idx').on(t.resetAt), check('rate_limits_tries_check', sql`tries > 0`)],
)
