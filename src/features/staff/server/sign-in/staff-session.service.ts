import { and, count, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { dayMs } from '#contract/times/times.ts'
import { ensureDeviceCookie } from '#features/sign-in/server/known-devices.service.ts'
import { deviceDays } from '#features/sign-in/sign-in.rules.ts'
import { sessionMs } from '#features/staff/staff.rules.ts'
import type { Database } from '#server/database/database.ts'
import { newId, newToken } from '#server/database/ids.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import { staffCookie } from '#server/http/staff/staff-http.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { hashSecret, scopesOf } from '../people/staff-actor.service.ts'
import { queueMemberMail } from '../people/staff-mails.ts'
import { staffMembers, staffRoles, staffSessions } from '../staff.tables.ts'
import { staffDevices } from '../staff-access.tables.ts'

type MemberRow = typeof staffMembers.$inferSelect
type Opening = { way: 'password' | 'passkey' | 'sso'; confirmedAt: Date | null }

/** Signs a member in: opens the session, sets its cookie, and sends a mail if the browser is new. */
export async function openStaffSession(
  shop: Shop,
  tx: Database,
  request: VisitorRequest,
  member: MemberRow,
  { way, confirmedAt }: Opening,
): Promise<StaffActor> {
  const id = newId()
  const token = newToken()
  const now = shop.clock.now()
  const expiresAt = new Date(now.getTime() + sessionMs)
  const userAgent = (request.header('user-agent') ?? '').slice(0, 300)
  // A new sign-in ends the earlier session of this browser.
  const before = request.cookie(staffCookie)
  if (before) await endWhere(tx, now, eq(staffSessions.tokenHash, hashSecret(before)))
  const row = { id, memberId: member.id, tokenHash: hashSecret(token), way, ip: request.ip, userAgent }
  await tx.insert(staffSessions).values({ ...row, createdAt: now, usedAt: now, expiresAt, confirmedAt })
  const isOthers = and(eq(staffSessions.memberId, member.id), ne(staffSessions.id, id))
  const surplusSessions = tx
    .select({ id: staffSessions.id })
    .from(staffSessions)
    .where(isOthers)
    .orderBy(desc(staffSessions.createdAt), desc(staffSessions.id))
    .offset(shop.bounds.staffSessions - 1)
  await tx.delete(staffSessions).where(and(isOthers, inArray(staffSessions.id, surplusSessions)))
  await tx.update(staffMembers).set({ lastSeenAt: now }).where(eq(staffMembers.id, member.id))
  await saveDevice(shop, tx, request, member)
  request.setCookie(staffCookie, token, expiresAt, { httpOnly: true, sameSite: 'Strict' })
  const [role] = await tx.select().from(staffRoles).where(eq(staffRoles.id, member.roleId))
  if (!role) throw new Error(`There is no role ${member.roleId}`)
  return {
    kind: 'member',
    id: member.id,
    name: member.name,
    scopes: scopesOf(role),
    isOwner: role.isOwner,
    refundLimit: role.refundLimit,
    sessionId: id,
    confirmedAt,
  }
}

async function saveDevice(shop: Shop, tx: Database, request: VisitorRequest, member: MemberRow): Promise<void> {
  const usedAt = shop.clock.now()
  const expiresAt = new Date(usedAt.getTime() + deviceDays * dayMs)
  const tokenHash = hashSecret(ensureDeviceCookie(shop, request))
  const isTheirs = eq(staffDevices.memberId, member.id)
  const [known] = await tx.select({ devices: count() }).from(staffDevices).where(isTheirs)
  const updated = await tx
    .update(staffDevices)
    .set({ usedAt, expiresAt })
    .where(and(isTheirs, eq(staffDevices.tokenHash, tokenHash)))
    .returning({ memberId: staffDevices.memberId })
  if (updated.length > 0) return
  await tx.insert(staffDevices).values({ tokenHash, memberId: member.id, usedAt, expiresAt })
  const surplusDevices = tx
    .select({ tokenHash: staffDevices.tokenHash })
    .from(staffDevices)
    .where(isTheirs)
    .orderBy(desc(staffDevices.usedAt), desc(staffDevices.tokenHash))
    .offset(shop.bounds.knownDevices)
  await tx.delete(staffDevices).where(and(isTheirs, inArray(staffDevices.tokenHash, surplusDevices)))
  // The first browser causes no mail. The member has just joined, or has changed the password and already got a mail
  // about the change.
  if (!known?.devices) return
  const where = `${(request.header('user-agent') ?? 'An unknown browser').slice(0, 200)}, from ${request.ip || 'the server'}`
  await queueMemberMail(
    shop,
    tx,
    member.email,
    'You signed in with a new browser',
    `A new browser signed in to your staff account: ${where}.`,
  )
}

async function endWhere(tx: Database, now: Date, which: ReturnType<typeof and>): Promise<void> {
  await tx
    .update(staffSessions)
    .set({ endedAt: now })
    .where(and(which, isNull(staffSessions.endedAt)))
}

/** Ends all sessions of a member, or all sessions except the session of the request. */
export function endStaffSessions(
  { clock }: Pick<Shop, 'clock'>,
  tx: Database,
  memberId: string,
  exceptId?: string | null,
): Promise<void> {
  const isOther = exceptId ? ne(staffSessions.id, exceptId) : undefined
  return endWhere(tx, clock.now(), and(eq(staffSessions.memberId, memberId), isOther))
}

export function endStaffSession(
  { clock }: Pick<Shop, 'clock'>,
  tx: Database,
  memberId: string,
  id: string,
): Promise<void> {
  return endWhere(tx, clock.now(), and(eq(staffSessions.memberId, memberId), eq(staffSessions.id, id)))
}
