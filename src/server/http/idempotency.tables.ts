import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/** Answers kept for a day, so that a POST repeated with its Idempotency-Key gets the first answer and does nothing. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    call: text('call').notNull(),
    key: text('key').notNull(),
    // The same key with another body is a mistake of the caller, not a repetition.
    requestHash: text('request_hash').notNull(),
    // Which request is being answered: one that lost its turn to a repetition cannot write its answer any more.
    claimId: text('claim_id').notNull().default(''),
    // Empty while the first request is still running.
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.call, t.key] }), index('idempotency_keys_expires_at_idx').on(t.expiresAt)],
)
