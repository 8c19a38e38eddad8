import { and, count, desc, eq, gt, isNull, sql } from 'drizzle-orm'
import { isScope } from '#contract/calls/scopes.ts'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import { listCurrencies, readHomeCurrency, readSetting } from '#features/settings/server/settings.service.ts'
import { verifyPassword } from '#features/sign-in/server/password.ts'
import type { changeMe as changeMeCall, Me, StaffSession } from '#features/staff/me.staff.contract.ts'
import { findChangesProblem } from '#features/staff/single-keys.rules.ts'
import { idleMs, recentSignInMs } from '#features/staff/staff.rules.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { VisitorRequest } from '#server/http/visitor-request.ts'
import type { Shop } from '#server/shop.ts'
import { addPasskey, checkNewPasskey, verifyPasskey } from '../sign-in/passkeys.service.ts'
import {
  checkOneIsLeft,
  countRecoveryCodes,
  createFirstRecoveryCodes,
  readSecondSteps,
  verifyCode,
} from '../sign-in/second-step.service.ts'
import { isRightCode } from '../sign-in/staff-sign-in.service.ts'
import { staffMembers, staffRoles, staffSessions } from '../staff.tables.ts'
import { staffCodes, staffPasskeys } from '../staff-access.tables.ts'
import { toRoleName } from './members.service.ts'
import { readGraceEnd } from './second-step-rule.service.ts'
import { queueMemberMail } from './staff-mails.ts'

export async function readMe(shop: Shop, actor: StaffActor): Promise<Me> {
  const { db, publicUrl } = shop
  const [found] = await db
    .select({ member: staffMembers, role: staffRoles })
    .from(staffMembers)
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(eq(staffMembers.id, actor.kind === 'member' ? actor.id : ''))
  const graceEnd = await readGraceEnd(db, shop.clock.now())
  return {
    kind: actor.kind,
    id: actor.id,
    name: found?.member.name ?? actor.name,
    email: found?.member.email ?? null,
    role: found ? toRoleName(found.role) : null,
    scopes: [...actor.scopes].filter(isScope),
    refund_limit: actor.refundLimit,
    second_step: {
      is_required: (await readSetting(db, 'staff_second_step')) === 'on',
      is_missing: actor.lacksSecondStep ?? false,
      required_from: graceEnd && toStaffTime(graceEnd),
      ways: found ? await readSecondSteps(db, actor.id) : [],
      recovery_codes_left: found ? await countRecoveryCodes(db, actor.id) : 0,
    },
    company_account: !shop.hasSso ? 'off' : found?.member.ssoSubject ? 'linked' : 'unlinked',
    confirmed_until: actor.confirmedAt && toRecentSignInEnd(actor.confirmedAt),
    single_keys: found?.member.singleKeys ?? true,
    keys: found?.member.keys ?? {},
    compact_rows: found?.member.compactRows ?? false,
    shop: {
      name: await readSetting(db, 'site_name'),
      url: publicUrl,
      time_zone: await readSetting(db, 'time_zone'),
      currency: await readHomeCurrency(db),
      currencies: (await listCurrencies(db)).map(({ code }) => code),
    },
    counts: actor.lacksSecondStep ? {} : await shop.hooks.countWaiting(shop, actor),
  }
}

const toRecentSignInEnd = (confirmedAt: Date) => toStaffTime(new Date(confirmedAt.getTime() + recentSignInMs))

/** Returns the member who makes the request. Throws for API keys and the command line, which are not members. */
export async function readOwnMember({ db }: Pick<Shop, 'db'>, actor: StaffActor) {
  const [member] =
    actor.kind === 'member' ? await db.select().from(staffMembers).where(eq(staffMembers.id, actor.id)) : []
  if (!member) throw refuse('not_allowed', { message: 'Only staff members can do this, not API keys. Sign in first.' })
  return member
}

export async function changeMe(
  shop: Shop,
  actor: StaffActor,
  { name, single_keys: singleKeys, keys, compact_rows: compactRows }: StaffParsed<typeof changeMeCall>,
): Promise<Me> {
  const wrong = keys && findChangesProblem(keys)
  if (wrong) throw refuseFields({ keys: [wrong] })
  const own = await readOwnMember(shop, actor)
  const changed = {
    name: name ?? own.name,
    singleKeys: singleKeys ?? own.singleKeys,
    keys: keys ?? own.keys,
    compactRows: compactRows ?? own.compactRows,
  }
  await shop.db.update(staffMembers).set(changed).where(eq(staffMembers.id, own.id))
  return readMe(shop, actor)
}

export async function readMySessions(
  shop: Shop,
  actor: StaffActor,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<StaffPage<StaffSession>> {
  const { db, clock } = shop
  const { id } = await readOwnMember(shop, actor)
  const now = clock.now()
  const isLive = and(
    eq(staffSessions.memberId, id),
    isNull(staffSessions.endedAt),
    gt(staffSessions.expiresAt, now),
    gt(staffSessions.usedAt, new Date(now.getTime() - idleMs)),
  )
  const cursor = readCursor(after, 'time', 'text')
  const { createdAt } = staffSessions
  const isAfter = cursor
    ? sql`(${createdAt}, ${staffSessions.id}) < (${cursor[0]}::timestamptz, ${cursor[1]})`
    : undefined
  const rows = await db
    .select()
    .from(staffSessions)
    .where(and(isLive, isAfter))
    .orderBy(desc(createdAt), desc(staffSessions.id))
    .limit(limit + 1)
  const [counted] = await db.select({ total: count() }).from(staffSessions).where(isLive)
  return toPage(rows, {
    limit,
    total: counted?.total ?? 0,
    cursorOf: (row) => [row.createdAt.toISOString(), row.id],
    show: (row) => ({
      id: row.id,
      is_current: row.id === actor.sessionId,
      way: row.way,
      ip: row.ip,
      user_agent: row.userAgent,
      created_at: toStaffTime(row.createdAt),
      used_at: toStaffTime(row.usedAt),
      expires_at: toStaffTime(row.expiresAt),
    }),
  })
}

const secondStepNotice = 'The second step of your sign-in was changed.'

export async function confirmMyCode(shop: Shop, actor: StaffActor, code: string) {
  const { id, email } = await readOwnMember(shop, actor)
  await shop.limits.slowDown('passwordTries', `staff ${id}`)
  if (!(await verifyCode(shop, id, code, true))) throw refuse('wrong_code')
  await shop.limits.forget('passwordTries', `staff ${id}`)
  await queueMemberMail(
    shop,
    shop.db,
    email,
    'An authenticator app was added',
    `${secondStepNotice} Added: an authenticator app.`,
  )
  return { recovery_codes: await createFirstRecoveryCodes(shop.db, id) }
}

export async function removeMyCode(shop: Shop, actor: StaffActor): Promise<void> {
  const { id, email } = await readOwnMember(shop, actor)
  const gone = await shop.db.delete(staffCodes).where(eq(staffCodes.memberId, id)).returning()
  if (gone.length === 0) return
  await checkOneIsLeft(shop.db, id)
  await queueMemberMail(
    shop,
    shop.db,
    email,
    'An authenticator app was removed',
    `${secondStepNotice} Removed: the authenticator app.`,
  )
}

export async function addMyPasskey(
  shop: Shop,
  request: VisitorRequest,
  actor: StaffActor,
  { name, response }: { name: string; response: Record<string, unknown> },
) {
  const { id, email } = await readOwnMember(shop, actor)
  const made = await checkNewPasskey(shop, request, id, response)
  return shop.db.transaction(async (tx) => {
    const inside = { ...shop, db: tx }
    const passkey = await addPasskey(inside, id, name, made)
    await queueMemberMail(inside, tx, email, 'A passkey was added', `${secondStepNotice} Added: the passkey “${name}”.`)
    return { passkey, recovery_codes: await createFirstRecoveryCodes(tx, id) }
  })
}

export async function removeMyPasskey(shop: Shop, actor: StaffActor, passkeyId: string): Promise<void> {
  const { id, email } = await readOwnMember(shop, actor)
  const [gone] = await shop.db
    .delete(staffPasskeys)
    .where(and(eq(staffPasskeys.id, passkeyId), eq(staffPasskeys.memberId, id)))
    .returning()
  if (!gone) throw refuse('not_found')
  await checkOneIsLeft(shop.db, id)
  await queueMemberMail(
    shop,
    shop.db,
    email,
    'A passkey was removed',
    `${secondStepNotice} Removed: the passkey “${gone.name}”.`,
  )
}

type Proof = {
  code?: string | undefined
  recovery_code?: string | undefined
  password?: string | undefined
  passkey?: Record<string, unknown> | undefined
}

/**
 * Confirms the identity of the signed-in member again. A password is accepted only from members without a second step.
 */
export async function confirmMe(shop: Shop, request: VisitorRequest, actor: StaffActor, proof: Proof) {
  const { db, clock, limits } = shop
  const member = await readOwnMember(shop, actor)
  const key = `staff ${member.id}`
  await limits.slowDown('passwordTries', key)
  if (!(await isProof(shop, request, member, proof))) throw refuse('wrong_code')
  await limits.forget('passwordTries', key)
  const confirmedAt = clock.now()
  await db
    .update(staffSessions)
    .set({ confirmedAt })
    .where(eq(staffSessions.id, actor.sessionId ?? ''))
  return { confirmed_until: toRecentSignInEnd(confirmedAt) }
}

async function isProof(
  shop: Shop,
  request: VisitorRequest,
  member: typeof staffMembers.$inferSelect,
  { password, passkey, ...codes }: Proof,
): Promise<boolean> {
  if (passkey) return (await verifyPasskey(shop, request, passkey)).memberId === member.id
  if (password === undefined) return isRightCode(shop, member.id, codes)
  const hash = member.passwordHash
  if (!hash || (await readSecondSteps(shop.db, member.id)).length > 0) return false
  return shop.limitHashing(() => verifyPassword(password, hash))
}
