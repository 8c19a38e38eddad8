import { createHash } from 'node:crypto'
import { BlockList, isIP } from 'node:net'
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { scopeNames } from '#contract/calls/scopes.ts'
import { minuteMs } from '#contract/times/times.ts'
import { idleMs } from '#features/staff/staff.rules.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { staffKeys, staffMembers, staffRoles, staffSessions } from '../staff.tables.ts'
import { staffCodes, staffPasskeys } from '../staff-access.tables.ts'
import { isSecondStepDue } from './second-step-rule.service.ts'

/** 5 minutes: precise enough, and not every request causes a write. */
const recordUseEveryMs = 5 * minuteMs

/** Hashes a secret. Only hashes are stored, of keys and of sessions. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

type Credentials = { session: string | null; key: string | null; ip: string }

/** Returns the member of the session, or the program of the key. Returns null if neither is valid. */
export async function findStaffActor(shop: Shop, { session, key, ip }: Credentials): Promise<StaffActor | null> {
  if (key !== null) return key.startsWith('hk_') ? findKey(shop, key, ip) : null
  return session === null ? null : findMember(shop, session)
}

async function findMember({ db, clock }: Shop, token: string): Promise<StaffActor | null> {
  const now = clock.now()
  const usedAfter = new Date(now.getTime() - idleMs)
  const [found] = await memberOf(db).execute({ tokenHash: hashSecret(token), now, usedAfter })
  if (!found) return null
  const { session, member, role } = found
  const isMissing = session.way === 'password' && !found.hasSecondStep
  if (now.getTime() - session.usedAt.getTime() > recordUseEveryMs) {
    await db.update(staffSessions).set({ usedAt: now }).where(eq(staffSessions.id, session.id))
    await db.update(staffMembers).set({ lastSeenAt: now }).where(eq(staffMembers.id, member.id))
  }
  return {
    kind: 'member',
    id: member.id,
    name: member.name,
    scopes: scopesOf(role),
    isOwner: role.isOwner,
    refundLimit: role.refundLimit,
    sessionId: session.id,
    confirmedAt: session.confirmedAt,
    lacksSecondStep: isMissing && (await isSecondStepDue(db, now)),
  }
}

/** Returns the scopes of a role. An owner has every present and future scope. */
export function scopesOf(role: { isOwner: boolean; scopes: string[] }): Set<string> {
  return new Set(role.isOwner ? scopeNames : role.scopes)
}

const hasSecondStep = sql<boolean>`(
  exists (select from ${staffCodes} where ${staffCodes.memberId} = ${staffMembers.id} and ${staffCodes.confirmedAt} is not null)
  or exists (select from ${staffPasskeys} where ${staffPasskeys.memberId} = ${staffMembers.id}))`

const memberOf = prepareOnce((db) =>
  db
    .select({ session: staffSessions, member: staffMembers, role: staffRoles, hasSecondStep })
    .from(staffSessions)
    .innerJoin(staffMembers, eq(staffMembers.id, staffSessions.memberId))
    .innerJoin(staffRoles, eq(staffRoles.id, staffMembers.roleId))
    .where(
      and(
        eq(staffSessions.tokenHash, sql.placeholder('tokenHash')),
        isNull(staffSessions.endedAt),
        isNull(staffMembers.disabledAt),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        gt(staffSessions.usedAt, sql.placeholder('usedAfter')),
      ),
    )
    .prepare('staff_member_of_session'),
)

const keyOf = prepareOnce((db) =>
  db
    .select()
    .from(staffKeys)
    .where(
      and(
        eq(staffKeys.keyHash, sql.placeholder('keyHash')),
        isNull(staffKeys.endedAt),
        or(isNull(staffKeys.expiresAt), gt(staffKeys.expiresAt, sql.placeholder('now'))),
      ),
    )
    .prepare('staff_key'),
)

async function findKey({ db, clock }: Shop, key: string, ip: string): Promise<StaffActor | null> {
  const now = clock.now()
  const [found] = await keyOf(db).execute({ keyHash: hashSecret(key), now })
  if (!found || !isInNetworks(ip, found.addresses)) return null
  if (now.getTime() - (found.usedAt?.getTime() ?? 0) > recordUseEveryMs) {
    await db.update(staffKeys).set({ usedAt: now }).where(eq(staffKeys.id, found.id))
  }
  return {
    kind: 'key',
    id: found.id,
    name: found.name,
    scopes: new Set(found.scopes),
    isOwner: false,
    refundLimit: null,
    sessionId: null,
    confirmedAt: null,
  }
}

/** Returns whether an IP address is in a network such as `203.0.113.0/24`. Null matches any address. */
export function isInNetworks(ip: string, network: string | null): boolean {
  if (network === null) return true
  const [start = '', prefixLength = ''] = network.split('/')
  // An IPv4 address may come as `::ffff:203.0.113.7`.
  const plain = ip.replace(/^::ffff:/i, '')
  const family = isIP(start) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(plain) !== (family === 'ipv6' ? 6 : 4)) return false
  const list = new BlockList()
  list.addSubnet(start, prefixLength === '' ? (family === 'ipv6' ? 128 : 32) : Number(prefixLength), family)
  return list.check(plain, family)
}

/** Actor of the command line. Shell access to the server allows everything, and the audit log records these actions. */
export const commandLine: StaffActor = {
  kind: 'command line',
  id: '',
  name: 'Command line',
  scopes: new Set(scopeNames),
  isOwner: true,
  refundLimit: null,
  sessionId: null,
  confirmedAt: null,
}
