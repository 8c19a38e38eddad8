import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Mails are written in the transaction that causes them. A rolled back order therefore sends no mail, and a committed
 * order always sends its mail.
 */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    // Not a foreign key, because server/ knows no tables of features.
    customerId: text('customer_id'),
    toEmail: text('to_email').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    // One mail per cause across retries, such as `return-refunded:<id>`.
    dedupeKey: text('dedupe_key').unique(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    sendAfter: timestamp('send_after', { withTimezone: true }).notNull(),
    // Until this time, one process sends the mail. Afterwards that process is considered dead, and another process may
    // send the mail.
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    // The mail was given up after too many failures or too much time. Staff can see it.
    parkedAt: timestamp('parked_at', { withTimezone: true }),
  },
  (t) => [
    index('mails_due_idx').on(t.sendAfter).where(sql`sent_at is null`),
    index('mails_to_email_idx').on(t.toEmail, t.createdAt),
    index('mails_created_at_idx').on(t.createdAt),
    check('mails_attempts_check', sql`attempts >= 0`),
  ],
)
