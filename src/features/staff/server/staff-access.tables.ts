import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { staffMembers, staffRoles } from './staff.tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const ofMember = () =>
  text('member_id')
    .notNull()
    .references(() => staffMembers.id, { onDelete: 'cascade' })

/** Authenticator apps that show six digits (RFC 6238), one for each member. */
export const staffCodes = pgTable('staff_codes', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => staffMembers.id, { onDelete: 'cascade' }),
  // Sealed, so that read access to this table alone is not enough to create codes.
  sealedSecret: text('sealed_secret').notNull(),
  // Null until the first code was typed.
  confirmedAt: moment('confirmed_at'),
  // Time step of the last used code, so that no code is accepted twice.
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    // Id of the authenticator, in base64url.
    id: text('id').primaryKey(),
    memberId: ofMember(),
    name: text('name').notNull(),
    // Public key in COSE format, in base64url.
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('staff_passkeys_member_id_idx').on(t.memberId)],
)

/** Recovery codes for a lost phone. Each works once. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    memberId: ofMember(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.codeHash] })],
)

/** Invitations. A row without an email address is the link of the first start, which makes its user the first owner. */
export const staffInvitations = pgTable(
  'staff_invitations',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email'),
    name: text('name').notNull().default(''),
    roleId: text('role_id')
      .notNull()
      .references(() => staffRoles.id),
    invitedBy: text('invited_by').notNull(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    acceptedAt: moment('accepted_at'),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('staff_invitations_role_id_idx').on(t.roleId),
    index('staff_invitations_created_at_idx').on(t.createdAt, t.id),
    index('staff_invitations_expires_at_idx').on(t.expiresAt),
    check('staff_invitations_email_check', sql`email = lower(email) and char_length(email) between 3 and 100`),
  ],
)

/** Links that set a password. */
export const staffResets = pgTable(
  'staff_resets',
  {
    tokenHash: text('token_hash').primaryKey(),
    memberId: ofMember(),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('staff_resets_member_id_idx').on(t.memberId), index('staff_resets_expires_at_idx').on(t.expiresAt)],
)

/**
 * Challenges that are valid for a few minutes: for a sign-in that waits for its second step, or for a requested
 * passkey.
 */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind', { enum: ['second-step', 'passkey', 'new-passkey'] }).notNull(),
    memberId: text('member_id').references(() => staffMembers.id, { onDelete: 'cascade' }),
    // Challenge for the passkey to sign.
    challenge: text('challenge').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('staff_challenges_member_id_idx').on(t.memberId),
    index('staff_challenges_expires_at_idx').on(t.expiresAt),
  ],
)

/**
 * Browsers in which a member was signed in before. A sign-in in a new browser causes a mail. Tries of strangers never
 * count against known browsers.
 */
export const staffDevices = pgTable(
  'staff_devices',
  {
    tokenHash: text('token_hash').notNull(),
    memberId: ofMember(),
    usedAt: moment('used_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.tokenHash, t.memberId] }),
    index('staff_devices_member_id_idx').on(t.memberId, t.usedAt),
    index('staff_devices_expires_at_idx').on(t.expiresAt),
  ],
)
