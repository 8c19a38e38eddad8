import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { type StaffPage, toStaffTime } from '#contract/calls/staff-call.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { hashPassword } from '#features/sign-in/server/password.ts'
import type { Invitation } from '#features/staff/members.staff.contract.ts'
import { inviteMs, setupMs } from '#features/staff/staff.rules.ts'
import { staffAcceptLink, staffSetupLink } from '#features/staff/staff-links.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { checkNewPassword, lockMember } from '../sign-in/staff-password.service.ts'
import { openStaffSession } from '../sign-in/staff-session.service.ts'
import { staffMembers, staffRoles } from '../staff.tables.ts'
import { staffInvitations } from '../staff-access.tables.ts'
import { findRoleToGive, insertMember, lockAndHasNoMembers, toRoleName } from './members.service.ts'
import { hashSecret } from './staff-actor.service.ts'
import { queueStaffMail } from './staff-mails.ts'

type Row = { invitation: typeof staffInvitations.$inferSelect; role: typeof staffRoles.$inferSelect }

const select = (db: Database) =>
  db
    .select({ invitation: staffInvitations, role: staffRoles })
    .from(staffInvitations)
    .innerJoin(staffRoles, eq(staffRoles.id, staffInvitations.roleId))

const isOpen = (now: Date) =>
  and(isNull(staffInvitations.acceptedAt), isNull(staffInvitations.endedAt), gt(staffInvitations.expiresAt, now))

export async function readInvitations(
  { db, clock }: Shop,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StaffPage<Invitation>> {
  const cursor = readCursor(after, 'time', 'text')
  const { createdAt, id } = staffInvitations
  const rows = await select(db)
    .where(cursor ? sql`(${createdAt}, ${id}) < (${cursor[0]}::timestamptz, ${cursor[1]})` : undefined)
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const [counted] = await db.select({ total: count() }).from(staffInvitations)
  const cursorOf = ({ invitation }: Row) => [invitation.createdAt.toISOString(), invitation.id]
  return toPage(rows, { limit, total: counted?.total ?? 0, cursorOf, show: (row) => toInvitation(row, clock.now()) })
}

export async function readInvitation({ db, clock }: Shop, id: string): Promise<Invitation> {
  const [found] = await select(db).where(eq(staffInvitations.id, id))
  if (!found) throw refuse('not_found')
  return toInvitation(found, clock.now())
}

function toInvitation({ invitation, role }: Row, now: Date): Invitation {
  const { id, email, name, invitedBy, createdAt, expiresAt, acceptedAt, endedAt } = invitation
  return {
    id,
    email,
    name,
    role: toRoleName(role),
    status: acceptedAt ? 'accepted' : endedAt ? 'ended' : expiresAt <= now ? 'over' : 'open',
    invited_by: invitedBy,
    created_at: toStaffTime(createdAt),
    expires_at: toStaffTime(expiresAt),
  }
}

type InvitationInput = { email: string; name: string; role: string }

/** Invites a member. Also returns the link, for operators who have a shell but cannot send mail. */
export async function invite(shop: Shop, actor: StaffActor, { email, name, role }: InvitationInput) {
  const { db, clock, bounds, publicUrl } = shop
  const { id: roleId, name: roleName } = await findRoleToGive(db, actor, role)
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.email, email))
  if (member) throw refuse('exists_already', { message: `There is already a staff member with the address ${email}.` })
  const now = clock.now()
  await db
    .update(staffInvitations)
    .set({ endedAt: now })
    .where(and(eq(staffInvitations.email, email), isOpen(now)))
  const [open] = await db.select({ there: count() }).from(staffInvitations).where(isOpen(now))
  if ((open?.there ?? 0) >= bounds.staffInvitations) throw refuse('too_many_there')
  const id = newId()
  const token = newToken()
  const made = { id, tokenHash: hashSecret(token), email, name, roleId, invitedBy: actor.name }
  await db.insert(staffInvitations).values({ ...made, createdAt: now, expiresAt: new Date(now.getTime() + inviteMs) })
  const link = `${publicUrl}${staffAcceptLink(token)}`
  const siteName = await readSetting(db, 'site_name')
  await queueStaffMail(shop, db, {
    to: email,
    subject: `Invitation to work at ${siteName}`,
    paragraphs: [
      `${actor.kind === 'member' ? actor.name : 'The team'} invites you to work at ${siteName} as ${roleName}.`,
      'The link works once, for three days. If you did not expect this invitation, you can ignore this mail.',
    ],
    button: { label: 'Accept the invitation', href: link },
  })
  return { invitation: await readInvitation(shop, id), link }
}

export async function endInvitation(shop: Shop, actor: StaffActor, id: string): Promise<Invitation> {
  const { role } = await readInvitation(shop, id)
  await findRoleToGive(shop.db, actor, role.id)
  const now = shop.clock.now()
  await shop.db
    .update(staffInvitations)
    .set({ endedAt: now })
    .where(and(eq(staffInvitations.id, id), isOpen(now)))
  return readInvitation(shop, id)
}

/**
 * Creates the link of the first start, through which the first owner joins. Returns null if the shop already has staff.
 */
export async function makeSetupLink({ db, clock, publicUrl }: Shop): Promise<string | null> {
  return db.transaction(async (tx) => {
    if (!(await lockAndHasNoMembers(tx))) return null
    const token = newToken()
    const now = clock.now()
    const made = { id: newId(), tokenHash: hashSecret(token), roleId: 'owner', invitedBy: 'The first start' }
    await tx.insert(staffInvitations).values({ ...made, createdAt: now, expiresAt: new Date(now.getTime() + setupMs) })
    return `${publicUrl}${staffSetupLink(token)}`
  })
}

/** Returns the invitation of a link, for the page that the link opens. Returns null if the link no longer works. */
export async function findInvitation({ db, clock }: Shop, token: string) {
  const [found] = await select(db).where(and(eq(staffInvitations.tokenHash, hashSecret(token)), isOpen(clock.now())))
  return found ?? null
}

type Accepted = { token: string; name: string; password: string; email?: string | undefined }

export async function acceptInvitation(
  shop: Shop,
  request: VisitorRequest,
  { token, name, password, email: given }: Accepted,
): Promise<{ email: string; actor: StaffActor }> {
  const { db, clock, limitHashing } = shop
  const found = await findInvitation(shop, token)
  if (!found) throw refuse('link_over')
  const email = found.invitation.email ?? given
  if (!email) throw refuseFields({ email: ['Please fill in this field'] })
  await checkNewPassword(db, password, { email, name })
  const passwordHash = await limitHashing(() => hashPassword(password))
  return db.transaction(async (tx) => {
    // Only one link of the first start works, even if several were printed.
    if (found.invitation.email === null && !(await lockAndHasNoMembers(tx))) throw refuse('link_over')
    const [taken] = await tx
      .update(staffInvitations)
      .set({ acceptedAt: clock.now() })
      .where(and(eq(staffInvitations.id, found.invitation.id), isOpen(clock.now())))
      .returning()
    if (!taken) throw refuse('link_over')
    const made = { email, name, roleId: taken.roleId, passwordHash, createdAt: clock.now() }
    const member = await lockMember(tx, await insertMember(tx, made))
    if (!member) throw refuse('link_over')
    const opening = { way: 'password', confirmedAt: clock.now() } as const
    return { email, actor: await openStaffSession(shop, tx, request, member, opening) }
  })
}
