import { and, asc, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { isScope, type Scope } from '#contract/calls/scopes.ts'
import type { StaffPage } from '#contract/calls/staff-call.ts'
import type { Role } from '#features/staff/members.staff.contract.ts'
import { maxRefundLimit } from '#features/staff/staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'
import { staffInvitations } from '../staff-access.tables.ts'
import { scopesOf } from './staff-actor.service.ts'

type RoleRow = typeof staffRoles.$inferSelect

const select = (db: Database) =>
  db
    .select({ role: staffRoles, members: count(staffMembers.id) })
    .from(staffRoles)
    .leftJoin(staffMembers, eq(staffMembers.roleId, staffRoles.id))
    .groupBy(staffRoles.id)

export async function readRoles({ db }: Shop): Promise<StaffPage<Role>> {
  const rows = await select(db).orderBy(desc(staffRoles.isBuiltIn), desc(staffRoles.isOwner), asc(staffRoles.name))
  return { data: rows.map(toRole), next: null, total: rows.length }
}

export async function readRole({ db }: Pick<Shop, 'db'>, id: string): Promise<Role> {
  const [found] = await select(db).where(eq(staffRoles.id, id))
  if (!found) throw refuse('not_found')
  return toRole(found)
}

function toRole({ role, members }: { role: RoleRow; members: number }): Role {
  const { id, name, isOwner, isBuiltIn, refundLimit } = role
  const scopes = [...scopesOf(role)].filter(isScope)
  return { id, name, scopes, is_owner: isOwner, is_built_in: isBuiltIn, refund_limit: refundLimit, members }
}

/** Locks a role for the rest of the transaction and returns it. */
export async function lockRole({ db }: Pick<Shop, 'db'>, id: string): Promise<Role> {
  await db.select({ id: staffRoles.id }).from(staffRoles).where(eq(staffRoles.id, id)).for('update')
  return readRole({ db }, id)
}

function checkOwner(actor: StaffActor): void {
  if (!actor.isOwner) throw refuse('owners_only')
}

type Parts = { name: string; scopes: Scope[]; refund_limit: number | null }
const sortScopes = (scopes: Scope[]) => [...new Set(scopes)].sort()

async function checkName(db: Database, name: string, id = ''): Promise<void> {
  const [same] = await db.select({ id: staffRoles.id }).from(staffRoles).where(eq(staffRoles.name, name))
  if (same && same.id !== id) throw refuse('exists_already', { message: `There is already a role ${name}.` })
}

export async function addRole({ db, bounds }: Shop, actor: StaffActor, { name, scopes, refund_limit }: Parts) {
  checkOwner(actor)
  await checkName(db, name)
  const [found] = await db.select({ there: count() }).from(staffRoles)
  if ((found?.there ?? 0) >= bounds.staffRoles) throw refuse('too_many_there')
  const id = newId()
  const [made] = await db
    .insert(staffRoles)
    .values({ id, name, scopes: sortScopes(scopes), refundLimit: refund_limit })
    .onConflictDoNothing()
    .returning()
  if (!made) throw refuse('exists_already')
  return readRole({ db }, id)
}

type Change = { [K in keyof Parts]?: Parts[K] | undefined } & { id: string }

export async function changeRole({ db }: Shop, actor: StaffActor, { id, name, scopes, refund_limit }: Change) {
  checkOwner(actor)
  const role = await readRole({ db }, id)
  if (role.is_owner) throw refuse('role_fixed', { message: 'The owner role always has all scopes.' })
  if (name !== undefined && name !== role.name) {
    if (role.is_built_in) throw refuse('role_fixed', { message: 'Built-in roles cannot be renamed.' })
    await checkName(db, name, id)
  }
  const set = {
    ...(name !== undefined && { name }),
    ...(scopes && { scopes: sortScopes(scopes) }),
    ...(refund_limit !== undefined && { refundLimit: refund_limit }),
  }
  if (Object.keys(set).length > 0) await db.update(staffRoles).set(set).where(eq(staffRoles.id, id))
  return readRole({ db }, id)
}

/** Converts the refund limits of all roles to the shop's new currency. */
export async function moveRefundLimits(
  tx: Database,
  { convert }: { convert: (amount: number) => number },
): Promise<void> {
  const limited = await tx.select().from(staffRoles).where(isNotNull(staffRoles.refundLimit)).for('update')
  for (const { id, refundLimit } of limited) {
    if (refundLimit === null) continue
    await tx
      .update(staffRoles)
      .set({ refundLimit: Math.min(convert(refundLimit), maxRefundLimit) })
      .where(eq(staffRoles.id, id))
  }
}

export async function removeRole({ db, clock }: Shop, actor: StaffActor, id: string): Promise<void> {
  checkOwner(actor)
  const role = await readRole({ db }, id)
  if (role.is_built_in) throw refuse('role_fixed', { message: 'Built-in roles cannot be deleted.' })
  const isOfRole = eq(staffInvitations.roleId, id)
  const [open] = await db
    .select({ id: staffInvitations.id })
    .from(staffInvitations)
    .where(
      and(
        isOfRole,
        isNull(staffInvitations.acceptedAt),
        isNull(staffInvitations.endedAt),
        gt(staffInvitations.expiresAt, clock.now()),
      ),
    )
    .limit(1)
  if (role.members > 0 || open)
    throw refuse('still_used', {
      message: 'The role is assigned to a member or an invitation. Change these assignments first.',
    })
  await db.delete(staffInvitations).where(isOfRole)
  await db.delete(staffRoles).where(eq(staffRoles.id, id))
}
