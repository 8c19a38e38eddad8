import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Tries counted per limit and caller, in the database so that a second instance gives no second chance. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    resetAt: timestamp('reset_at', { withTimezone: true }).notNull(),
    // Where waits grow: the next try counts from here on, and one before it is refused without counting.
    nextAt: timestamp('next_at', { withTimezone: true }),
  },
  (t) => [index('rate_limits_reset_at_idx').on(t.resetAt), check('rate_limits_tries_check', sql`tries > 0`)],
)
