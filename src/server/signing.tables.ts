import { pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Keys this shop made for itself, kept here so that every instance signs alike. */
export const signingKeys = pgTable('signing_keys', {
  name: text('name').primaryKey(),
  key: text('key').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
})
