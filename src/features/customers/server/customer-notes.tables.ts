import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { customers } from '#features/sign-in/server/sign-in.tables.ts'

/** Notes of staff about a customer. Shoppers never see these notes. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    body: text('body').notNull(),
    // The author, who can remove the note, and the author's name when the note was written.
    authorId: text('author_id').notNull(),
    author: text('author').notNull(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    // Time of removal. A removed note is hidden. Its author can restore the note until a timer deletes it.
    removedAt: timestamp('removed_at', { withTimezone: true }),
  },
  (t) => [
    index('customer_notes_customer_id_idx').on(t.customerId, t.at),
    index('customer_notes_removed_at_idx').on(t.removedAt).where(sql`removed_at is not null`),
    check('customer_notes_body_check', sql`char_length(body) between 1 and 2000`),
  ],
)
