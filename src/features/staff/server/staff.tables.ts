import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Named sets of scopes. Built-in roles keep their names. */
export const staffRoles = pgTable('staff_roles', {
  id: text('id').primaryKey(),
  name: text('name').notNull().unique(),
  scopes: text('scopes').array().notNull(),
  // All present and future scopes.
  isOwner: boolean('is_owner').notNull().default(false),
  // Built-in roles can never be removed. Except for the owner's role, they can be changed.
  isBuiltIn: boolean('is_built_in').notNull().default(false),
  // In minor units of the shop's own currency. Null means no limit.
  refundLimit: integer('refund_limit'),
})

/** Staff members, who are not customers. */
export const staffMembers = pgTable(
  'staff_members',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull().unique(),
    name: text('name').notNull(),
    roleId: text('role_id')
      .notNull()
      .references(() => staffRoles.id),
    // argon2id. Null for members who sign in by passkey or single sign-on only.
    passwordHash: text('password_hash'),
    // Subject of the member at the single sign-on provider. Null until the member first signs in there.
    ssoSubject: text('sso_subject').unique(),
    singleKeys: boolean('single_keys').notNull().default(true),
    // Changed shortcuts, as pairs of the default key and its replacement.
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
    // Only the hash is stored, so that a stolen backup opens no session.
    tokenHash: text('token_hash').notNull().unique(),
    // Kind of sign-in. A session by single sign-on needs no second step here, because the provider has its own second
    // step.
    way: text('way', { enum: ['password', 'passkey', 'sso'] })
      .notNull()
      .default('password'),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    // Written every few minutes. A session that is unused for 12 hours ends.
    usedAt: timestamp('used_at', { withTimezone: true }).notNull(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    // Time of the last second step.
    confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
    endedAt: timestamp('ended_at', { withTimezone: true }),
  },
  (t) => [index('staff_sessions_member_id_idx').on(t.memberId), index('staff_sessions_expires_at_idx').on(t.expiresAt)],
)

/** Keys of programs: `hk_live_…`. */
export const staffKeys = pgTable('staff_keys', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  // Last characters of the key, to tell keys apart.
  ending: text('ending').notNull(),
  scopes: text('scopes').array().notNull(),
  // Network such as 203.0.113.0/24. Null means any.
  addresses: text('addresses'),
  createdBy: text('created_by').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }),
  usedAt: timestamp('used_at', { withTimezone: true }),
  endedAt: timestamp('ended_at', { withTimezone: true }),
})

/** Changes made by staff. A trigger rejects changes of the rows, except for erasing text about a customer. */
export const auditRows = pgTable(
  'audit_rows',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: timestamp('at', { withTimezone: true }).notNull(),
    actorKind: text('actor_kind', { enum: ['member', 'key', 'command line', 'timer', 'nobody'] }).notNull(),
    actorId: text('actor_id').notNull(),
    // Name of the actor at that time.
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
    // For the filters of the log, which are an area of the shop and edits that can be undone.
    index('audit_rows_area_idx').on(sql`split_part(${t.about}, '/', 1)`, t.id),
    index('audit_rows_edits_idx').on(t.id).where(sql`call like 'PATCH /%'`),
    index('audit_rows_actor_id_idx').on(t.actorId, t.id),
    index('audit_rows_actor_name_idx').on(t.actorName, t.id),
  ],
)
