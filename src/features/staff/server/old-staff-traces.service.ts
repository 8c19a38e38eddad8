import { lte, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows } from '#server/work-through.ts'
import { auditRows, staffSessions } from './staff.tables.ts'
import { staffChallenges, staffDevices, staffInvitations, staffResets } from './staff-access.tables.ts'
import { staffRequests } from './staff-requests.tables.ts'

const timer = 'removeOldStaffTraces'
// Kept a while after their end, for whoever asks why somebody was signed out or a link did not work.
const keptMs = 7 * dayMs

/** Forgets sessions, links, devices and requests of staff whose time ended a week ago, and what the audit log has kept long enough. */
export async function removeOldStaffTraces(shop: Shop): Promise<number> {
  const ago = (ms: number) => new Date(shop.clock.now().getTime() - ms)
  let removed = 0
  for (const [table, id] of [
    [staffSessions, staffSessions.id],
    [staffInvitations, staffInvitations.id],
    [staffResets, staffResets.tokenHash],
    [staffChallenges, staffChallenges.tokenHash],
    [staffDevices, staffDevices.tokenHash],
    [staffRequests, staffRequests.id],
  ] as const) {
    removed += await removeRows(shop, timer, { table, id, due: lte(table.expiresAt, ago(keptMs)) })
  }
  const isOld = lte(auditRows.at, ago(shop.bounds.auditDays * dayMs))
  return removed + (await removeRows(shop, timer, { table: auditRows, id: sql`${auditRows.id}::text`, due: isOld }))
}
