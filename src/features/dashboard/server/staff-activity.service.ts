import { sql } from 'drizzle-orm'
import { allowsScope } from '#contract/calls/scopes.ts'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { hourMs, minuteMs } from '#contract/times/times.ts'
import { readSetting } from '#features/settings/server/settings.service.ts'
import type { StaffActor } from '#server/http/staff/staff-actor.ts'
import type { Shop } from '#server/shop.ts'
import type { Today } from '../figures.staff.contract.ts'

/**
 * 10 minutes: activity is recorded at most every five minutes, so a member is shown as away after two missed records.
 */
const presentMs = 10 * minuteMs
const shownWithinMs = 12 * hourMs
const maxPeople = 12

type Row = { id: string; name: string; seen: Date; call: string | null; count: number | null }

/**
 * Returns the other staff members seen in the last hours. Their actions are read from today's part of the audit log, by
 * one index scan per member.
 */
export async function readPeople(
  { db, clock }: Shop,
  { id, scopes }: Pick<StaffActor, 'id' | 'scopes'>,
): Promise<Today['people']> {
  if (!allowsScope(scopes, 'staff:read')) return []
  const now = clock.now()
  const zone = await readSetting(db, 'time_zone')
  const midnight = sql`(date_trunc('day', ${now}::timestamptz at time zone ${zone}) at time zone ${zone})`
  const deeds = allowsScope(scopes, 'audit:read')
    ? sql`select call, count(*)::int as count from audit_rows where actor_id = m.id and call not like '% /sign-in%' and id > coalesce((
          select id from audit_rows where at < ${midnight} order by at desc, id desc limit 1), 0)
        group by call order by count desc, call limit 1`
    : sql`select null::text as call, null::int as count`
  const { rows } = await db.execute<Row>(sql`
    select m.id, m.name, m.last_seen_at as seen, d.call, d.count
    from (select * from staff_members where disabled_at is null and id <> ${id}
        and last_seen_at > ${new Date(now.getTime() - shownWithinMs)}
      order by last_seen_at desc, id limit ${maxPeople}) m left join lateral (${deeds}) d on true
    order by m.last_seen_at desc, m.id`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    is_here: now.getTime() - new Date(row.seen).getTime() < presentMs,
    seen_at: toStaffTime(new Date(row.seen)),
    deeds: row.call === null || row.count === null ? null : { call: row.call, count: row.count },
  }))
}
