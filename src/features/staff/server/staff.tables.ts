import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Named sets of scopes. Those that come with a shop keep their names. */
export const staffRoles = pgTable('staff_roles', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  scopes: text('scopes').array().notNull(),
  // Everything, whatever scopes there will be.
  isOwner: boolean('is_owner').notNull().default(false),
  // Came with the shop: it may be changed, except the owner's, and never goes away.
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  // In the smallest unit of the shop's own currency; null is any amount.
  refundLimit: integer('refund_limit'),
})

/** Who works here. Staff are not customers. */
export const staffMembers = pgTable(
  'staff_members',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    roleId: text('role_id')
      .notNull()
      .references(() => staffRoles.id),
    // argon2id; null for whoever comes by passkey or single sign-on alone.
    passwordHash: text('password_hash'),
    // Who they are at the provider of single sign-on, once they came that way.
    ssoSubject: text('sso_subject').unique(),
    // Single letters as commands, for those who want them.
    singleKeys: boolean('single_keys').notNull().default(true),
    // Those that somebody moved: the key as it comes, and the one in its place.
    keys: jsonb('keys').$type<Record<string, string>>().notNull().default({}),
    compactRows: boolean('compact_rows').notNull().default(false),
    disabledAt: timestamp('disabled_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    lastSeenAt: timestamp('last_seen_at', { withTimezone: true }),
  },
  (t) => [
    index('staff_members_role_id_idx').on(t.roleId),
    check('staff_members_email_check', sql`email = lower(email) and char_length(email) between 3 and 100`),
  ],
)

export const staffSessions = pgTable(
  'staff_sessions',
  {
    id: text('id').primaryKey(),
    memberId: text('member_id')
      .notNull()
      .references(() => staffMembers.id, { onDelete: 'cascade' }),
    // Only the hash is kept: a stolen backup opens nothing.
    tokenHash: text('token_hash').notNull().unique(),
    // A session by single sign-on needs no second step of ours: the provider asked for its own.
    way: text('way', { enum: ['password', 'passkey', 'sso'] })
      .notNull()
      .default('password'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // Written once in a few minutes: a session that nobody uses for 12 hours is over.
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // When the second step was last taken.
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [index('staff_sessions_member_id_idx').on(t.memberId), index('staff_sessions_expires_at_idx').on(t.expiresAt)],
)

/** What programs send: `hk_live_…`. */
export const staffKeys = pgTable('staff_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  // The last characters, by which people tell keys apart.
  ending: text('ending').notNull(),
  scopes: text('scopes').array().notNull(),
  // A network such as 203.0.113.0/24, or anywhere.
  addresses: text('addresses'),
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  usedAt: timestamp('used_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** Every change that somebody who works here made. Rows are never changed, but for words about somebody who is forgotten: a trigger sees to it. */
export const auditRows = pgTable(
  'audit_rows',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    actorKind: text('actor_kind', { enum: ['member', 'key', 'command line', 'timer', 'nobody'] }).notNull(),
    actorId: text('actor_id').notNull(),
    // As they were called then.
    actorName: text('actor_name').notNull(),
    call: text('call').notNull(),
    about: text('about').notNull(),
    before: jsonb('before').$type<Record<string, unknown>>().notNull(),
    after: jsonb('after').$type<Record<string, unknown>>().notNull(),
    ip: text('ip').notNull(),
  },
  (t) => [
    index('audit_rows_at_idx').on(t.at, t.id),
    index('audit_rows_about_idx').on(t.about, t.id),
    // The filters of the log: a part of the shop, and edits that can be undone.
    index('audit_rows_area_idx').on(sql`split_part(${t.about}, '/', 1)`, t.id),
    index('audit_rows_edits_idx').on(t.id).where(sql`call like 'PATCH /%'`),
    index('audit_rows_actor_id_idx').on(t.actorId, t.id),
    index('audit_rows_actor_name_idx').on(t.actorName, t.id),
  ],
)
