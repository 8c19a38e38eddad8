import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Addresses given for news and coupons, with or without an account behind them. */
export const subscribers = pgTable(
  'subscribers',
  {
    email: text('email').primaryKey(),
    subscribedAt: timestamp('subscribed_at', { withTimezone: true }).notNull(),
    unsubscribedAt: timestamp('unsubscribed_at', { withTimezone: true }),
  },
  (t) => [
    index('subscribers_left_idx').on(t.unsubscribedAt).where(sql`unsubscribed_at is not null`),
    check('subscribers_email_check', sql`email = lower(email) and char_length(email) between 3 and 50`),
  ],
)
