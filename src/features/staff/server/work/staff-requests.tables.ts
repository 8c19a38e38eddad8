import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { requestKinds } from '#features/staff/requests.staff.contract.ts'
import { staffMembers } from '../staff.tables.ts'

/** What one person asked for and another one has to agree to; capped for the whole shop, and gone a while after its end. */
export const staffRequests = pgTable(
  'staff_requests',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    // As the audit log names things: `customers/…`, `orders/HB…`, `returns/RT…`.
    about: text('about').notNull(),
    // What the call is to be made with.
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    // The same in the shop's own currency, in which limits of roles are told.
    homeAmount: bigint('home_amount', { mode: 'number' }),
    askedBy: text('asked_by')
      .notNull()
      .references(() => staffMembers.id, { onDelete: 'cascade' }),
    askedAt: timestamp('asked_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    decidedBy: text('decided_by'),
    decidedAt: timestamp('decided_at', { withTimezone: true }),
    isGranted: boolean('is_granted'),
  },
  (t) => [
    // Of one thing one is open at a time.
    uniqueIndex('staff_requests_open_idx').on(t.kind, t.about).where(sql`decided_at is null`),
    index('staff_requests_expires_at_idx').on(t.expiresAt),
    index('staff_requests_asked_by_idx').on(t.askedBy),
    check('staff_requests_two_people_check', sql`not is_granted or decided_by <> asked_by`),
  ],
)
