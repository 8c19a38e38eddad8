import { and, count, eq, gt, isNull, max } from 'drizzle-orm'
import { hourMs } from '#contract/times/times.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import { hashPassword, verifyPassword } from '#features/sign-in/server/password.ts'
import { resetMs } from '#features/staff/staff.rules.ts'
import { staffResetLink } from '#features/staff/staff-links.ts'
import { findStaffPasswordProblem, type PasswordOwner } from '#features/staff/staff-password.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newToken } from '#server/database/ids.ts'
import { waitAtLeast } from '#server/http/limits/stable-time.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { hashSecret } from '../people/staff-actor.service.ts'
import { queueMemberMail, queueStaffMail } from '../people/staff-mails.ts'
import { staffMembers } from '../staff.tables.ts'
import { staffChallenges, staffDevices, staffResets } from '../staff-access.tables.ts'
import { endStaffSessions, openStaffSession } from './staff-session.service.ts'

type MemberRow = typeof staffMembers.$inferSelect

export async function checkNewPassword(db: Database, password: string, owner: PasswordOwner): Promise<void> {
  const problem = findStaffPasswordProblem(password, { ...owner, shopName: await readSetting(db, 'site_name') })
  if (problem) throw refuseFields({ password: [problem] })
}

/** Locks the row of an active member for the rest of the transaction. */
export async function lockMember(tx: Database, id: string): Promise<MemberRow | null> {
  const [member] = await tx
    .select()
    .from(staffMembers)
    .where(and(eq(staffMembers.id, id), isNull(staffMembers.disabledAt)))
    .for('update')
  return member ?? null
}

/** Mails a link to set a new password. The answer and its time are the same whether or not the address belongs to a member. */
export function forgotPassword(shop: Shop, email: string, isBelowNetworkLimit: boolean): Promise<void> {
  return waitAtLeast(250, sendResetLink(shop, email, isBelowNetworkLimit))
}

async function sendResetLink(shop: Shop, email: string, isBelowNetworkLimit: boolean): Promise<void> {
  await shop.db.transaction(async (tx) => {
    const isActiveMember = and(eq(staffMembers.email, email), isNull(staffMembers.disabledAt))
    const [member] = await tx.select().from(staffMembers).where(isActiveMember).for('update')
    if (!member || (await hasFreshLink(shop, tx, member.id, isBelowNetworkLimit))) return
    const href = await makeResetLink(shop, tx, member.id, resetMs)
    await queueStaffMail(shop, tx, {
      to: email,
      subject: 'Set a new password',
      paragraphs: [
        'We received a request to set a new password for your staff account.',
        'The link works once, for 60 minutes. If this was not you, you can ignore this mail. Your password does not change.',
      ],
      button: { label: 'Set a new password', href },
    })
  })
}

/**
 * Returns whether the last link stays valid for long enough, so that no further mail is needed. This check limits the
 * mails that strangers can cause.
 */
async function hasFreshLink({ clock, bounds }: Shop, tx: Database, memberId: string, isBelowNetworkLimit: boolean) {
  const now = clock.now().getTime()
  const [sent] = await tx
    .select({ links: count(), last: max(staffResets.createdAt) })
    .from(staffResets)
    .where(
      and(
        eq(staffResets.memberId, memberId),
        isNull(staffResets.usedAt),
        gt(staffResets.createdAt, new Date(now - hourMs)),
      ),
    )
  if (!sent?.last || sent.links < (isBelowNetworkLimit ? bounds.resetMailsPerHour : 1)) return false
  return now - sent.last.getTime() < resetMs * (isBelowNetworkLimit ? 1 / 4 : 3 / 4)
}

export async function makeResetLink({ clock, publicUrl }: Shop, tx: Database, memberId: string, lastsMs: number) {
  const token = newToken()
  const createdAt = clock.now()
  const expiresAt = new Date(createdAt.getTime() + lastsMs)
  await tx.insert(staffResets).values({ tokenHash: hashSecret(token), memberId, createdAt, expiresAt })
  return `${publicUrl}${staffResetLink(token)}`
}

export async function resetPassword(shop: Shop, { token, password }: { token: string; password: string }) {
  const { db, clock, limitHashing } = shop
  const isOpen = () =>
    and(
      eq(staffResets.tokenHash, hashSecret(token)),
      isNull(staffResets.usedAt),
      gt(staffResets.expiresAt, clock.now()),
    )
  // The link is checked before the expensive hashing, and marked as used after the hashing.
  const [found] = await db
    .select({ member: staffMembers })
    .from(staffResets)
    .innerJoin(staffMembers, eq(staffMembers.id, staffResets.memberId))
    .where(isOpen())
  if (!found) throw refuse('link_over')
  await checkNewPassword(db, password, found.member)
  const passwordHash = await limitHashing(() => hashPassword(password))
  return db.transaction(async (tx) => {
    const member = await lockMember(tx, found.member.id)
    const [used] = await tx.update(staffResets).set({ usedAt: clock.now() }).where(isOpen()).returning()
    if (!member || !used) throw refuse('link_over')
    await replacePassword(shop, tx, member, passwordHash)
    return member
  })
}

type Change = { old_password: string; password: string }

/** Changes the actor's own password. All other sessions end, and this browser gets a new session. */
export async function changeMyPassword(shop: Shop, request: VisitorRequest, actor: StaffActor, change: Change) {
  const { db, limits, limitHashing } = shop
  const key = `staff ${actor.id}`
  await limits.slowDown('passwordTries', key)
  const [member] = await db.select().from(staffMembers).where(eq(staffMembers.id, actor.id))
  const hash = member?.passwordHash
  if (!hash || !(await limitHashing(() => verifyPassword(change.old_password, hash)))) {
    throw refuseFields({ old_password: ['The current password is incorrect'] })
  }
  await limits.forget('passwordTries', key)
  await checkNewPassword(db, change.password, member)
  const passwordHash = await limitHashing(() => hashPassword(change.password))
  await db.transaction(async (tx) => {
    const held = await lockMember(tx, member.id)
    if (held?.passwordHash !== hash) throw refuse('wrong_sign_in')
    await replacePassword(shop, tx, held, passwordHash)
    await openStaffSession(shop, tx, request, held, { way: 'password', confirmedAt: actor.confirmedAt })
  })
}

/**
 * Replaces a password. Every change of a password uses this function, which ends all sessions, unfinished sign-ins, links and
 * known browsers, and mails the owner.
 */
async function replacePassword(shop: Shop, tx: Database, member: MemberRow, passwordHash: string): Promise<void> {
  await tx.update(staffMembers).set({ passwordHash }).where(eq(staffMembers.id, member.id))
  await tx
    .update(staffResets)
    .set({ usedAt: shop.clock.now() })
    .where(and(eq(staffResets.memberId, member.id), isNull(staffResets.usedAt)))
  await tx.delete(staffChallenges).where(eq(staffChallenges.memberId, member.id))
  await tx.delete(staffDevices).where(eq(staffDevices.memberId, member.id))
  await endStaffSessions(shop, tx, member.id)
  // The pause ends. The guesser does not know the new password, and the owner's browsers are no longer known.
  await shop.limits.forget('staffCodesByAccount', member.email)
  const what = 'The password of your staff account was changed, and every browser was signed out.'
  await queueMemberMail(shop, tx, member.email, 'Your password was changed', what)
}
