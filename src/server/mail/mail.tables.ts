import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Mails written in the transaction that causes them: a rolled-back order sends none, a committed one always does. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    kind: text('kind').notNull(),
    // Not a foreign key: server/ knows no tables of features.
    customerId: text('customer_id'),
    toEmail: text('to_email').notNull(),
    subject: text('subject').notNull(),
    textBody: text('text_body').notNull(),
    htmlBody: text('html_body').notNull(),
    // One mail per cause, e.g. `return-refunded:<id>`, whatever is retried.
    dedupeKey: text('dedupe_key').unique(),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    sendAfter: timestamp('send_after', { withTimezone: true }).notNull(),
    // Somebody is sending it until then; later, whoever did so has died and another one may.
    claimedUntil: timestamp('claimed_until', { withTimezone: true }),
    sentAt: timestamp('sent_at', { withTimezone: true }),
    // Given up: it failed too often or for too long, and staff look at it.
    parkedAt: timestamp('parked_at', { withTimezone: true }),
  },
  (t) => [
    index('mails_due_idx').on(t.sendAfter).where(sql`sent_at is null`),
    index('mails_to_email_idx').on(t.toEmail, t.createdAt),
    index('mails_created_at_idx').on(t.createdAt),
    check('mails_attempts_check', sql`attempts >= 0`),
  ],
)
