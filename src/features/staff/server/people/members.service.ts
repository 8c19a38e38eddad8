import { and, asc, count, eq, gt, ilike, isNotNull, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import type { listMembers, Member } from '#features/staff/members.staff.contract.ts'
import { canGrant, inviteMs } from '#features/staff/staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { readCursor, toPage, toPattern } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { makeResetLink } from '../sign-in/staff-password.service.ts'
import { endStaffSessions } from '../sign-in/staff-session.service.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'
import { staffChallenges, staffCodes, staffPasskeys } from '../staff-access.tables.ts'
import { queueStaffMail } from './staff-mails.ts'

type RoleRow = typeof staffRoles.$inferSelect
type MemberWithRole = {
  member: typeof staffMembers.$inferSelect
  role: RoleRow
  hasPasskey: boolean
  hasCode: boolean
}

const isOfMember = (table: typeof staffPasskeys | typeof staffCodes) => sql`${table.memberId} = ${staffMembers.id}`
const columns = {
  member: staffMembers,
  role: staffRoles,
  hasPasskey: sql<boolean>`exists (select from ${staffPasskeys} where ${isOfMember(staffPasskeys)})`,
  hasCode: sql<boolean>`exists (select from ${staffCodes} where ${isOfMember(staffCodes)} and ${staffCodes.confirmedAt} is not null)`,
}

const select = (db: Database) =>
  db.select(columns).from(staffMembers).innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))

export async function readMembers(
  { db }: Shop,
  { limit, after, q, status, role }: StaffParsed<typeof listMembers>,
): Promise<StaffPage<Member>> {
  const cursor = readCursor(after, 'text')
  const conditions: (SQL | undefined)[] = [
    q
      ? or(sql`starts_with(${staffMembers.email}, ${q.toLowerCase()})`, ilike(staffMembers.name, toPattern(q)))
      : undefined,
    role ? eq(staffMembers.roleId, role) : undefined,
    status && (status === 'active' ? isNull(staffMembers.disabledAt) : isNotNull(staffMembers.disabledAt)),
  ]
  const rows = await select(db)
    .where(and(...conditions, cursor ? gt(staffMembers.email, cursor[0]) : undefined))
    .orderBy(asc(staffMembers.email))
    .limit(limit + 1)
  const [counted] = await db
    .select({ total: count() })
    .from(staffMembers)
    .where(and(...conditions))
  return toPage(rows, { limit, total: counted?.total ?? 0, cursorOf: ({ member }) => [member.email], show: toMember })
}

export async function readMember({ db }: Pick<Shop, 'db'>, id: string): Promise<Member> {
  return toMember(await findMember(db, id))
}

/** Locks a member for the rest of the transaction, and returns the member. */
export async function lockAndReadMember({ db }: Pick<Shop, 'db'>, id: string): Promise<Member> {
  await lockMemberAndOwners(db, id)
  return readMember({ db }, id)
}

/**
 * Locks a member together with all owners, in a fixed order. Two owners who change each other at once then run one after the
 * other.
 */
export async function lockMemberAndOwners(db: Database, id: string): Promise<void> {
  await db
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(or(eq(staffMembers.id, id), staffRoles.isOwner))
    .orderBy(asc(staffMembers.id))
    .for('update', { of: staffMembers })
}

async function findMember(db: Database, id: string): Promise<MemberWithRole> {
  const [found] = await select(db).where(eq(staffMembers.id, id))
  if (!found) throw refuse('not_found')
  return found
}

function toMember({ member, role, hasPasskey, hasCode }: MemberWithRole): Member {
  const { id, email, name, disabledAt, createdAt, lastSeenAt } = member
  return {
    id,
    email,
    name,
    role: toRoleName(role),
    status: disabledAt ? 'disabled' : 'active',
    second_steps: [...(hasPasskey ? (['passkey'] as const) : []), ...(hasCode ? (['code'] as const) : [])],
    created_at: toStaffTime(createdAt),
    last_seen_at: lastSeenAt && toStaffTime(lastSeenAt),
    possible: [disabledAt ? 'enable' : 'disable'],
  }
}

export const toRoleName = ({ id, name, isOwner }: RoleRow) => ({ id, name, is_owner: isOwner })

/** Finds a role to give. A member can only give a role that has no more rights than the member. */
export async function findRoleToGive(db: Database, actor: StaffActor, roleId: string): Promise<RoleRow> {
  const [role] = await db.select().from(staffRoles).where(eq(staffRoles.id, roleId)).for('share')
  if (!role) throw refuseFields({ role: ['This role does not exist'] })
  if (!canGrant(actor, role)) throw refuse('more_than_yours')
  return role
}

/** Finds a member to change. The actor must be allowed to give the member's role. */
async function findMemberToChange(db: Database, actor: StaffActor, id: string): Promise<MemberWithRole> {
  const found = await findMember(db, id)
  if (!canGrant(actor, found.role)) throw refuse('more_than_yours')
  return found
}

export async function addMember(
  shop: Shop,
  actor: StaffActor,
  { email, name, role }: { email: string; name: string; role: string },
): Promise<Member> {
  const { db, clock } = shop
  const { id: roleId, name: roleName } = await findRoleToGive(db, actor, role)
  const id = await insertMember(db, { email, name, roleId, createdAt: clock.now() })
  await queueStaffMail(shop, db, {
    to: email,
    subject: 'You were added to the team',
    paragraphs: [
      `${actor.name} added you as ${roleName}. Choose your password with the link. The link works for three days.`,
    ],
    button: { label: 'Choose a password', href: await makeResetLink(shop, db, id, inviteMs) },
  })
  return readMember(shop, id)
}

export async function insertMember(
  db: Database,
  member: Omit<typeof staffMembers.$inferInsert, 'id'>,
): Promise<string> {
  const [made] = await db
    .insert(staffMembers)
    .values({ id: newId(), ...member })
    .onConflictDoNothing()
    .returning({ id: staffMembers.id })
  if (!made)
    throw refuse('exists_already', { message: `There is already a staff member with the address ${member.email}.` })
  return made.id
}

export async function changeMember(
  { db }: Shop,
  actor: StaffActor,
  { id, name, role: roleId }: { id: string; name?: string | undefined; role?: string | undefined },
): Promise<Member> {
  const { role: before } = await findMemberToChange(db, actor, id)
  if (roleId !== undefined && roleId !== before.id) {
    const role = await findRoleToGive(db, actor, roleId)
    if (before.isOwner && !role.isOwner) await checkAnotherOwner(db, id)
    await db.update(staffMembers).set({ roleId }).where(eq(staffMembers.id, id))
  }
  if (name !== undefined) await db.update(staffMembers).set({ name }).where(eq(staffMembers.id, id))
  return readMember({ db }, id)
}

export async function disableMember(shop: Shop, actor: StaffActor, id: string): Promise<Member> {
  const { db, clock } = shop
  const { member, role } = await findMemberToChange(db, actor, id)
  if (member.disabledAt) return readMember(shop, id)
  if (role.isOwner) await checkAnotherOwner(db, id)
  await db.update(staffMembers).set({ disabledAt: clock.now() }).where(eq(staffMembers.id, id))
  await endStaffSessions(shop, db, id)
  await db.delete(staffChallenges).where(eq(staffChallenges.memberId, id))
  return readMember(shop, id)
}

export async function enableMember(shop: Shop, actor: StaffActor, id: string): Promise<Member> {
  await findMemberToChange(shop.db, actor, id)
  await shop.db.update(staffMembers).set({ disabledAt: null }).where(eq(staffMembers.id, id))
  return readMember(shop, id)
}

export async function signOutMember(shop: Shop, actor: StaffActor, id: string): Promise<Member> {
  await findMemberToChange(shop.db, actor, id)
  // The session of the actor stays open, even if the actor changes their own account.
  await endStaffSessions(shop, shop.db, id, actor.sessionId)
  return readMember(shop, id)
}

/**
 * Throws if there is no other owner. The caller has locked the owners, so that two owners cannot remove each other at
 * the same time.
 */
export async function checkAnotherOwner(db: Database, id: string): Promise<void> {
  const [other] = await db
    .select({ id: staffMembers.id })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(and(staffRoles.isOwner, isNull(staffMembers.disabledAt), ne(staffMembers.id, id)))
    .limit(1)
  if (!other) throw refuse('last_owner')
}

/** Returns whether the shop has no staff yet. The result is only for display, because no lock is taken. */
export async function hasNoMembers(db: Database): Promise<boolean> {
  const [found] = await db.select({ id: staffMembers.id }).from(staffMembers).limit(1)
  return !found
}

/**
 * Returns whether the shop has no staff yet. The lock makes concurrent callers wait, so that only the first caller gets
 * true.
 */
export async function lockAndHasNoMembers(tx: Database): Promise<boolean> {
  await tx.execute(sql`lock table ${staffMembers} in share row exclusive mode`)
  const [found] = await tx.select({ id: staffMembers.id }).from(staffMembers).limit(1)
  return !found
}
