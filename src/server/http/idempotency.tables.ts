import { index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

/**
 * Responses stored for a day. A POST that is repeated with the same Idempotency-Key gets the first response and changes
 * nothing.
 */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text('caller').notNull(),
    call: text('call').notNull(),
    key: text('key').notNull(),
    // The same key with another body is a mistake of the caller, not a retry.
    requestHash: text('request_hash').notNull(),
    // The id of the request that holds the claim. A request that lost its claim to a retry cannot store its response.
    claimId: text('claim_id').notNull().default(''),
    // Null while the first request is still running.
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.caller, t.call, t.key] }), index('idempotency_keys_expires_at_idx').on(t.expiresAt)],
)
