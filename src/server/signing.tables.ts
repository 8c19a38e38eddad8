import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Keys that this shop generated, stored in the database so that all instances sign with the same keys. */
export const signingKeys = pgTable('signing_keys', {
  name: text('name').primaryKey(),
  key: text('key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
