import { sql } from 'drizzle-orm'
import { hourMs } from '#contract/times/times.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { Shop } from '#server/shop.ts'
import { isAdvertOn, recordAdvertClick } from './adverts.service.ts'
import { advertDays, adverts } from './adverts.tables.ts'

/** Number of views by each network in the current hour, and the counts not yet written to the database. */
type HourlyViews = { hour: number; byNetwork: Map<string, number>; counted: Map<string, number> }

// Keyed by metrics, because all copies of the shop object share the same metrics, even the copies made for a
// transaction.
const hourlyViews = new WeakMap<Shop['metrics'], HourlyViews>()

function getHourlyViews({ metrics, clock }: Shop): HourlyViews {
  const hour = Math.floor(clock.now().getTime() / hourMs)
  const known = hourlyViews.get(metrics)
  if (known?.hour === hour) return known
  const current = { hour, byNetwork: new Map<string, number>(), counted: known?.counted ?? new Map() }
  hourlyViews.set(metrics, current)
  return current
}

type Report = { advertId: number; isClick: boolean; customerId: string | null; ip: string }

/** Counts a view of an advert, or a tap on its widget. Adverts that are not active are not counted. */
export async function countAdvertReport(shop: Shop, { advertId, isClick, customerId, ip }: Report): Promise<void> {
  if (!(await isAdvertOn(shop, advertId))) return
  const network = networkOf(ip)
  if (isClick) {
    if (!(await shop.limits.allows('clicksByNetwork', network))) return
    return recordAdvertClick(shop, { customerId, ip }, advertId)
  }
  const { byNetwork, counted } = getHourlyViews(shop)
  const networkCount = byNetwork.get(network) ?? 0
  const isFull = networkCount === 0 && byNetwork.size >= shop.bounds.advertNetworks
  if (isFull || networkCount >= shop.bounds.advertViewsPerNetworkHour) return
  byNetwork.set(network, networkCount + 1)
  const key = `${shop.clock.now().toISOString().slice(0, 10)} ${advertId}`
  counted.set(key, (counted.get(key) ?? 0) + 1)
}

/** Adds the counts since the last run to the daily totals. Counts of deleted adverts are dropped. */
export async function countAdvertViews(shop: Shop): Promise<number> {
  const { counted } = getHourlyViews(shop)
  const pendingCounts = [...counted]
  counted.clear()
  if (pendingCounts.length === 0) return 0
  const rows = pendingCounts.map(([key, shown]) => {
    const [day = '', id = ''] = key.split(' ')
    return sql`(${day}::date, ${Number(id)}::int, ${shown}::bigint)`
  })
  try {
    await shop.db.execute(sql`
      insert into ${advertDays} (day, advert_id, shown)
      select v.day, v.id, v.shown from (values ${sql.join(rows, sql`, `)}) v (day, id, shown)
      join ${adverts} a on a.id = v.id
      on conflict (advert_id, day) do update set shown = advert_days.shown + excluded.shown`)
  } catch (error) {
    // After a failed write, the counts stay in memory for the next run.
    for (const [key, shown] of pendingCounts) counted.set(key, (counted.get(key) ?? 0) + shown)
    throw error
  }
  return 0
}
