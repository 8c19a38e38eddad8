import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, jsonb, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { requestKinds } from '#features/staff/requests.staff.contract.ts'
import { staffMembers } from '../staff.tables.ts'

/**
 * Requests of one member that a second person must approve. The number of open requests is limited for the whole shop.
 * Old requests are removed some time after their end.
 */
export const staffRequests = pgTable(
  'staff_requests',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: requestKinds }).notNull(),
    // Resource as named in the audit log: `customers/…`, `orders/HB…`, `returns/RT…`.
    about: text('about').notNull(),
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    amount: bigint('amount', { mode: 'number' }),
    currency: text('currency'),
    // Amount in the shop's own currency, because the limits of roles use this currency.
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
    // Only one open request of a kind for each resource.
    uniqueIndex('staff_requests_open_idx').on(t.kind, t.about).where(sql`decided_at is null`),
    index('staff_requests_expires_at_idx').on(t.expiresAt),
    index('staff_requests_asked_by_idx').on(t.askedBy),
    check('staff_requests_two_people_check', sql`not is_granted or decided_by <> asked_by`),
  ],
)
