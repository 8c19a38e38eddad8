import { and, count, desc, eq, gt, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { isScope } from '#contract/calls/scopes.ts'
import { type StaffPage, type StaffParsed, toStaffTime } from '#contract/calls/staff-call.ts'
import type { Key, listKeys, makeKey as makeKeyCall, NewKey } from '#features/staff/keys.staff.contract.ts'
import { canGrant } from '#features/staff/staff.rules.ts'
import { newId, newToken } from '#server/database/ids.ts'
import { readCursor, toPage } from '#server/http/cursors.ts'
import { refuse, refuseFields } from '#server/http/refuse.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import { staffKeys } from '../staff.tables.ts'
import { hashSecret } from './staff-actor.service.ts'

type KeyRow = typeof staffKeys.$inferSelect

const isLive = (now: Date) =>
  and(isNull(staffKeys.endedAt), or(isNull(staffKeys.expiresAt), gt(staffKeys.expiresAt, now)))
const conditions: Record<Key['status'], (now: Date) => SQL | undefined> = {
  live: isLive,
  ended: () => isNotNull(staffKeys.endedAt),
  over: (now) => and(isNull(staffKeys.endedAt), lte(staffKeys.expiresAt, now)),
}

export async function readKeys(
  { db, clock }: Shop,
  { limit, after, status }: StaffParsed<typeof listKeys>,
): Promise<StaffPage<Key>> {
  const now = clock.now()
  const cursor = readCursor(after, 'time', 'text')
  const condition = status && conditions[status](now)
  const { createdAt, id } = staffKeys
  const isAfter = cursor ? sql`(${createdAt}, ${id}) < (${cursor[0]}::timestamptz, ${cursor[1]})` : undefined
  const rows = await db
    .select()
    .from(staffKeys)
    .where(and(condition, isAfter))
    .orderBy(desc(createdAt), desc(id))
    .limit(limit + 1)
  const [counted] = await db.select({ total: count() }).from(staffKeys).where(condition)
  const cursorOf = (row: KeyRow) => [row.createdAt.toISOString(), row.id]
  return toPage(rows, { limit, total: counted?.total ?? 0, cursorOf, show: (row) => toKey(row, now) })
}

export async function readKey({ db, clock }: Shop, id: string): Promise<Key> {
  const [found] = await db.select().from(staffKeys).where(eq(staffKeys.id, id))
  if (!found) throw refuse('not_found')
  return toKey(found, clock.now())
}

function toKey(row: KeyRow, now: Date): Key {
  const { id, name, ending, addresses, createdBy, createdAt, expiresAt, usedAt, endedAt } = row
  const status = endedAt ? 'ended' : expiresAt && expiresAt <= now ? 'over' : 'live'
  return {
    id,
    name,
    ending,
    scopes: row.scopes.filter(isScope),
    addresses,
    status,
    created_by: createdBy,
    created_at: toStaffTime(createdAt),
    expires_at: expiresAt && toStaffTime(expiresAt),
    used_at: usedAt && toStaffTime(usedAt),
    possible: status === 'live' ? ['end'] : [],
  }
}

/** Creates a key. The key itself is returned once and stored as a hash. */
export async function makeKey(
  shop: Shop,
  actor: StaffActor,
  { name, scopes, expires_at, addresses }: StaffParsed<typeof makeKeyCall>,
): Promise<NewKey> {
  const { db, clock, bounds } = shop
  const now = clock.now()
  // Keys have no refund limit, so a member with a limit cannot create a key that refunds.
  if (!canGrant(actor, { isOwner: false, scopes, refundLimit: null })) throw refuse('more_than_yours')
  const expiresAt = expires_at === null ? null : new Date(expires_at)
  if (expiresAt && expiresAt <= now) throw refuseFields({ expires_at: ['This date is in the past'] })
  const [live] = await db.select({ there: count() }).from(staffKeys).where(isLive(now))
  if ((live?.there ?? 0) >= bounds.staffKeys) throw refuse('too_many_there')
  const id = newId()
  const key = `hk_live_${newToken()}`
  await db.insert(staffKeys).values({
    id,
    name,
    keyHash: hashSecret(key),
    ending: key.slice(-4),
    scopes: [...new Set(scopes)].sort(),
    addresses,
    createdBy: actor.name,
    createdAt: now,
    expiresAt,
  })
  return { ...(await readKey(shop, id)), key }
}

/** Ends a key. A second call changes nothing. */
export async function endKey(shop: Shop, id: string): Promise<Key> {
  await shop.db
    .update(staffKeys)
    .set({ endedAt: shop.clock.now() })
    .where(and(eq(staffKeys.id, id), isNull(staffKeys.endedAt)))
  return readKey(shop, id)
}
