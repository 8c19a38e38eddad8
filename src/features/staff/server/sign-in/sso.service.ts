import { and, eq, isNull } from 'drizzle-orm'
import { recentSignInMs } from '#features/staff/staff.rules.ts'
import { companyAccountLink, ssoCallbackLink } from '#features/staff/staff-links.ts'
import type { Database } from '#server/database/database.ts'
import { newId } from '#server/database/ids.ts'
import { Refused, refuse } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { checkAnotherOwner, lockMemberAndOwners } from '../people/members.service.ts'
import { queueStaffMail } from '../people/staff-mails.ts'
import { staffMembers, staffRoles, staffSessions } from '../staff.tables.ts'
import { staffPasskeys } from '../staff-access.tables.ts'
import { writeAudit } from '../work/audit.service.ts'
import { openStaffSession } from './staff-session.service.ts'

export type SsoConfig = { issuer: string; clientId: string; clientSecret: string; rolesClaim: string }
export type Claims = Record<string, unknown>
/** Session that requested to link a company account. Sealed while the browser is at the provider. */
export type LinkRequest = { memberId: string; sessionId: string }

type Role = typeof staffRoles.$inferSelect
type MemberRow = typeof staffMembers.$inferSelect

const subjectOf = (sso: SsoConfig, claims: Claims) => `${sso.issuer} ${String(claims.sub)}`

/** Signs in the member who is linked to the provider's subject, and applies the role that the provider returns. */
export async function signInBySso(
  shop: Shop,
  request: VisitorRequest,
  claims: Claims,
  sso: SsoConfig,
): Promise<StaffActor> {
  const subject = subjectOf(sso, claims)
  return shop.db.transaction(async (tx) => {
    const role = chooseRole(await tx.select().from(staffRoles), claims[sso.rolesClaim])
    if (!role) throw refuse('not_allowed', { message: 'Your company account does not have a role in this shop.' })
    const [known] = await tx.select().from(staffMembers).where(eq(staffMembers.ssoSubject, subject))
    const found = known ?? (await linkByEmail(shop, tx, claims, subject))
    if (found) await changeRole(tx, found, role)
    else await joinBySso(shop, tx, claims, { subject, roleId: role.id })
    const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.ssoSubject, subject))
    if (!member || member.disabledAt) throw refuse('not_allowed', { message: 'Your staff account is disabled.' })
    const now = shop.clock.now()
    const actor = await openStaffSession(shop, tx, request, member, { way: 'sso', confirmedAt: now })
    await writeAudit(tx, now, {
      actor,
      call: `GET ${ssoCallbackLink}`,
      about: `members/${member.id}`,
      before: found && found.roleId !== member.roleId ? { role: found.roleId } : {},
      after: { role: member.roleId },
      ip: request.ip,
    })
    return actor
  })
}

const emailOf = ({ email }: Claims) => (typeof email === 'string' ? email.trim().toLowerCase() : '')

/**
 * Links the subject to the member with the same email address. The provider must have verified the address, because
 * anyone can type an owner's address into a profile. Owners must be signed in to link their account, so that the
 * provider alone cannot open an owner's account.
 */
async function linkByEmail(shop: Shop, tx: Database, claims: Claims, subject: string): Promise<MemberRow | null> {
  const email = emailOf(claims)
  const [found] = await tx
    .select({ member: staffMembers, role: staffRoles })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(eq(staffMembers.email, email))
    .for('update', { of: staffMembers })
  if (!found) return null
  const { member, role } = found
  checkVerified(claims)
  if (member.ssoSubject) throw refuse('exists_already', { message: 'Another member already uses this address.' })
  if (role.isOwner) {
    throw refuse('not_allowed', {
      message: 'An owner has this address. Sign in with your password, then link your company account in your profile.',
    })
  }
  await saveAccountLink(shop, tx, member, subject)
  return member
}

/** Throws unless the provider verified the address. Otherwise a stranger could join with a colleague's address. */
function checkVerified(claims: Claims): void {
  if (claims.email_verified === true && emailOf(claims)) return
  throw refuse('not_allowed', { message: 'The provider has not verified your email address.' })
}

async function joinBySso(shop: Shop, tx: Database, claims: Claims, made: { subject: string; roleId: string }) {
  checkVerified(claims)
  const email = emailOf(claims)
  const name = typeof claims.name === 'string' && claims.name ? claims.name.slice(0, 100) : email
  const row = { id: newId(), email, name, roleId: made.roleId, ssoSubject: made.subject, createdAt: shop.clock.now() }
  const added = await tx.insert(staffMembers).values(row).onConflictDoNothing().returning()
  if (added.length === 0) throw refuse('exists_already', { message: 'Another member already uses this address.' })
}

async function changeRole(tx: Database, { id, roleId }: MemberRow, role: Role): Promise<void> {
  await lockMemberAndOwners(tx, id)
  if (roleId === role.id) return
  const kept = await keepRoleOfLastOwner(() => checkAnotherOwner(tx, id), roleId, role)
  await tx.update(staffMembers).set({ roleId: kept }).where(eq(staffMembers.id, id))
}

/** Keeps the role of the last owner, even if the provider returns another role. */
async function keepRoleOfLastOwner(check: () => Promise<void>, before: string, role: Role): Promise<string> {
  if (role.isOwner || before !== 'owner') return role.id
  try {
    await check()
    return role.id
  } catch (error) {
    if (error instanceof Refused && error.refusal.code === 'last_owner') return before
    throw error
  }
}

/** Returns the role with the most scopes among the roles that the claim lists by id or name. */
function chooseRole(roles: Role[], claim: unknown): Role | undefined {
  const named = new Set((Array.isArray(claim) ? claim : [claim]).map((one) => String(one).toLowerCase()))
  const rankRole = ({ isOwner, scopes }: Role) => (isOwner ? Number.POSITIVE_INFINITY : scopes.length)
  const [highestRole] = roles
    .filter(({ id, name }) => named.has(id.toLowerCase()) || named.has(name.toLowerCase()))
    .sort((a, b) => rankRole(b) - rankRole(a))
  return highestRole
}

async function saveAccountLink(shop: Shop, tx: Database, member: MemberRow, subject: string): Promise<void> {
  await tx.update(staffMembers).set({ ssoSubject: subject }).where(eq(staffMembers.id, member.id))
  await queueStaffMail(shop, tx, {
    to: member.email,
    subject: 'A company account was linked to your account',
    paragraphs: [
      'You can now sign in with this company account, without a password.',
      'If this was not you, unlink the company account with the button below, set a new password and tell an owner of the shop.',
    ],
    button: { label: 'Company account', href: `${shop.publicUrl}${companyAccountLink}` },
  })
}

export async function isCompanyAccountLinked({ db }: Pick<Shop, 'db'>, memberId: string): Promise<boolean> {
  const [found] = await db
    .select({ subject: staffMembers.ssoSubject })
    .from(staffMembers)
    .where(eq(staffMembers.id, memberId))
  return found?.subject != null
}

/** Throws if the last second step is not recent, so that access to an unattended browser is not enough. */
export function checkRecentSignIn({ clock }: Pick<Shop, 'clock'>, actor: StaffActor): void {
  const age = clock.now().getTime() - (actor.confirmedAt?.getTime() ?? 0)
  if (actor.lacksSecondStep) throw refuse('second_step_needed')
  if (age > recentSignInMs) throw refuse('confirm_needed', { message: 'You signed in more than 15 minutes ago.' })
}

/** Links the provider's subject to the member whose open session requested it. */
export async function linkCompanyAccount(
  shop: Shop,
  request: VisitorRequest,
  { claims, link, sso }: { claims: Claims; link: LinkRequest; sso: SsoConfig },
): Promise<void> {
  const subject = subjectOf(sso, claims)
  await shop.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ member: staffMembers })
      .from(staffMembers)
      .innerJoin(staffSessions, eq(staffSessions.memberId, staffMembers.id))
      .where(
        and(
          eq(staffMembers.id, link.memberId),
          eq(staffSessions.id, link.sessionId),
          isNull(staffSessions.endedAt),
          isNull(staffMembers.disabledAt),
        ),
      )
      .for('update', { of: staffMembers })
    if (!found) throw refuse('sign_in_over')
    const { member } = found
    if (member.ssoSubject === subject) return
    const [taken] = await tx.select().from(staffMembers).where(eq(staffMembers.ssoSubject, subject))
    if (taken) throw refuse('exists_already', { message: 'This company account is linked to another member.' })
    if (member.ssoSubject) throw refuse('exists_already', { message: 'Unlink your current company account first.' })
    await saveAccountLink(shop, tx, member, subject)
    await writeAudit(tx, shop.clock.now(), {
      actor: { kind: 'member', id: member.id, name: member.name },
      call: `POST ${companyAccountLink}`,
      about: `members/${member.id}`,
      before: { company_account: 'unlinked' },
      after: { company_account: 'linked' },
      ip: request.ip,
    })
  })
}

/**
 * Removes the link. A member without a password and a passkey keeps the link, because the member could not sign in
 * otherwise.
 */
export async function unlinkCompanyAccount(shop: Shop, request: VisitorRequest, actor: StaffActor): Promise<void> {
  checkRecentSignIn(shop, actor)
  await shop.db.transaction(async (tx) => {
    const [member] = await tx.select().from(staffMembers).where(eq(staffMembers.id, actor.id)).for('update')
    if (!member?.ssoSubject) return
    const [passkey] = await tx.select().from(staffPasskeys).where(eq(staffPasskeys.memberId, member.id)).limit(1)
    if (!member.passwordHash && !passkey) {
      throw refuse('not_allowed', { message: 'Set a password first. Without a password, you could no longer sign in.' })
    }
    await tx.update(staffMembers).set({ ssoSubject: null }).where(eq(staffMembers.id, member.id))
    await queueStaffMail(shop, tx, {
      to: member.email,
      subject: 'Your company account was unlinked',
      paragraphs: [
        'You can no longer sign in with this company account.',
        'If this was not you, tell an owner of the shop.',
      ],
    })
    await writeAudit(tx, shop.clock.now(), {
      actor,
      call: `DELETE ${companyAccountLink}`,
      about: `members/${member.id}`,
      before: { company_account: 'linked' },
      after: { company_account: 'unlinked' },
      ip: request.ip,
    })
  })
}
