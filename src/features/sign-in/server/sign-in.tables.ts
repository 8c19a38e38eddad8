import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { languages } from '#features/settings/server/settings.tables.ts'

export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    // Stored in lower case, so that one address cannot have two accounts.
    email: text('email').notNull().unique(),
    // argon2id hash with its parameters and salt.
    passwordHash: text('password_hash').notNull(),
    name: text('name').notNull().default(''),
    // Language of the mails to the customer.
    languageId: integer('language_id').references(() => languages.id),
    // Time at which the owner verified the address. Before this time, guest orders of the address are not offered. The
    // verification removes everything that was added to the account before.
    emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
    // Guest data of this address from before this time were offered to the customer, who declined.
    offerDeclinedAt: timestamp('offer_declined_at', { withTimezone: true }),
    passwordChangedAt: timestamp('password_changed_at', { withTimezone: true }).notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // Time at which the personal data were erased. The row stays, since orders refer to it.
    erasedAt: timestamp('erased_at', { withTimezone: true }),
  },
  (t) => [
    // Indexes for the customer list of staff, and for searches by the beginning of an address or a name.
    index('customers_created_at_idx').on(t.createdAt, t.id),
    index('customers_email_idx').on(t.email.op('text_pattern_ops')),
    index('customers_name_idx').on(sql`lower(${t.name}) text_pattern_ops`),
    index('customers_language_id_idx').on(t.languageId, t.id),
    index('customers_unproved_idx').on(t.createdAt).where(sql`email_confirmed_at is null`),
    check('customers_email_check', sql`email = lower(email) and char_length(email) between 3 and 50`),
  ],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    // Only the hash is stored, so that a stolen backup opens no account.
    tokenHash: text('token_hash').notNull().unique(),
    // Whether the address was verified in this session or before the session was opened. A verification in another
    // session does not affect an earlier session.
    isVerified: boolean('is_proved').notNull().default(false),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (t) => [
    index('sessions_customer_id_idx').on(t.customerId),
    index('sessions_expires_at_idx').on(t.expiresAt),
    check('sessions_expires_at_check', sql`expires_at > created_at`),
  ],
)

export const passwordResetTokens = pgTable(
  'password_reset_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (t) => [
    index('password_reset_tokens_customer_id_idx').on(t.customerId),
    index('password_reset_tokens_expires_at_idx').on(t.expiresAt),
  ],
)

export const emailConfirmationTokens = pgTable(
  'email_confirmation_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    // Address that the mail was sent to. A token never confirms another address.
    email: text('email').notNull(),
    // Hash of the secret of the browser that requested the mail. Opening the link in another browser does not verify
    // the address there.
    browserHash: text('browser_hash'),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    usedAt: timestamp('used_at', { withTimezone: true }),
  },
  (t) => [
    index('email_confirmation_tokens_customer_id_idx').on(t.customerId),
    index('email_confirmation_tokens_expires_at_idx').on(t.expiresAt),
    check('email_confirmation_tokens_email_check', sql`email = lower(email)`),
  ],
)

/**
 * Browsers in which a customer was signed in before. Failed attempts in other browsers do not count against these
 * browsers.
 */
export const knownDevices = pgTable(
  'known_devices',
  {
    tokenHash: text('token_hash').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.customerId] }),
    index('known_devices_customer_id_idx').on(t.customerId, t.usedAt),
    index('known_devices_expires_at_idx').on(t.expiresAt),
  ],
)
