import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { staffMembers, staffRoles } from './staff.tables.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })
const ofMember = () =>
  text('member_id')
    .notNull()
    .references(() => staffMembers.id, { onDelete: 'cascade' })

/** The app that shows six digits (RFC 6238), one for each person. */
export const staffCodes = pgTable('staff_codes', {
  memberId: text('member_id')
    .primaryKey()
    .references(() => staffMembers.id, { onDelete: 'cascade' }),
  // Sealed: whoever reads this table alone can make no codes.
  sealedSecret: text('sealed_secret').notNull(),
  // Null until the first code was typed in.
  confirmedAt: moment('confirmed_at'),
  // The half minute of the last code that was taken: none counts twice.
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
})

export const staffPasskeys = pgTable(
  'staff_passkeys',
  {
    // As the authenticator named it, base64url.
    id: text('id').primaryKey(),
    memberId: ofMember(),
    name: text('name').notNull(),
    // COSE, base64url.
    publicKey: text('public_key').notNull(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [index('staff_passkeys_member_id_idx').on(t.memberId)],
)

/** For whoever lost the phone: each works once. */
export const staffRecoveryCodes = pgTable(
  'staff_recovery_codes',
  {
    memberId: ofMember(),
    codeHash: text('code_hash').notNull(),
    usedAt: moment('used_at'),
  },
  (t) => [primaryKey({ columns: [t.memberId, t.codeHash] })],
)

/** Without an address it is the link of the first start: whoever has it becomes the first owner. */
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

/** What is under way for a few minutes: a sign-in that waits for its second step, or a passkey that is being asked for. */
export const staffChallenges = pgTable(
  'staff_challenges',
  {
    tokenHash: text('token_hash').primaryKey(),
    kind: text('kind', { enum: ['second-step', 'passkey', 'new-passkey'] }).notNull(),
    memberId: text('member_id').references(() => staffMembers.id, { onDelete: 'cascade' }),
    // What the passkey signs.
    challenge: text('challenge').notNull().default(''),
    tries: integer('tries').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [
    index('staff_challenges_member_id_idx').on(t.memberId),
    index('staff_challenges_expires_at_idx').on(t.expiresAt),
  ],
)

/** Browsers in which somebody was signed in before: a new one is told by mail, and strangers' tries never count against these. */
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
