import { eq, sql } from 'drizzle-orm'
import type { EventProps } from '#contract/calls/events.ts'
import { hourMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import { analyticsEvents, analyticsTotals } from './analytics.tables.ts'

/**
 * The reports that this process has stored in the current hour, in total and by network, and the event counts not yet
 * written to the database.
 */
type HourlyLoad = { hour: number; kept: number; byNetwork: Map<string, number>; totals: Map<string, number> }

// Keyed by metrics, because all copies of the shop object share the same metrics, even the copies made for a
// transaction.
const hourlyLoads = new WeakMap<Shop['metrics'], HourlyLoad>()

function getHourlyLoad({ metrics, clock }: Shop): HourlyLoad {
  const hour = Math.floor(clock.now().getTime() / hourMs)
  const known = hourlyLoads.get(metrics)
  if (known?.hour === hour) return known
  const current = { hour, kept: 0, byNetwork: new Map<string, number>(), totals: known?.totals ?? new Map() }
  hourlyLoads.set(metrics, current)
  return current
}

/**
 * Counts an event that a page reports. The report itself is also stored until its network, or all networks together,
 * reach the hourly limit. A reported purchase is marked on its order, so that pages do not report the purchase again.
 */
export async function reportEvent(
  shop: Shop,
  { customerId }: Visitor,
  { name, props, ip, network }: { name: string; props: EventProps; ip: string; network: string },
): Promise<void> {
  const at = shop.clock.now()
  const load = getHourlyLoad(shop)
  const key = `${at.toISOString().slice(0, 10)} ${name}`
  load.totals.set(key, (load.totals.get(key) ?? 0) + 1)
  if (reserveSlot(load, network, shop)) {
    await shop.db.insert(analyticsEvents).values({ name, props, customerId, at })
  }
  if (name === 'purchase' && customerId && typeof props.order_id === 'string') {
    for (const notify of shop.hooks.onPurchaseReported) await notify(shop, customerId, props.order_id)
  }
  const isClick = advertReports.get(name)
  if (isClick !== undefined && typeof props.ad_id === 'number') {
    const report = { advertId: props.ad_id, isClick, customerId, ip }
    for (const notify of shop.hooks.onAdvertReported) await notify(shop, report)
  }
}

/** Events about adverts. The value is true for a tap on a widget. Taps on banners have a separate endpoint. */
const advertReports: ReadonlyMap<string, boolean> = new Map([
  ['advert_impression', false],
  ['coupon_impression', false],
  ['coupon_click', true],
])

function reserveSlot(load: HourlyLoad, network: string, { bounds }: Shop): boolean {
  const networkCount = load.byNetwork.get(network) ?? 0
  if (load.kept >= bounds.eventsPerHour || networkCount >= bounds.eventsPerNetworkHour) return false
  load.kept++
  load.byNetwork.set(network, networkCount + 1)
  return true
}

/** Adds the counts since the last run to the daily totals. */
export async function countEvents(shop: Shop): Promise<number> {
  const { totals } = getHourlyLoad(shop)
  const pendingCounts = [...totals]
  totals.clear()
  if (pendingCounts.length === 0) return 0
  const rows = pendingCounts.map(([key, reports]) => {
    const [day = '', name = ''] = key.split(' ')
    return { day, name, reports }
  })
  try {
    await shop.db
      .insert(analyticsTotals)
      .values(rows)
      .onConflictDoUpdate({
        target: [analyticsTotals.day, analyticsTotals.name],
        set: { reports: sql`${analyticsTotals.reports} + excluded.reports` },
      })
  } catch (error) {
    // After a failed write, the counts stay in memory for the next run.
    for (const [key, reports] of pendingCounts) totals.set(key, (totals.get(key) ?? 0) + reports)
    throw error
  }
  return 0
}

/** Deletes the reports of an erased customer. The daily totals name no customer, so they stay. */
export async function eraseReports(tx: Database, customerId: string): Promise<void> {
  await tx.delete(analyticsEvents).where(eq(analyticsEvents.customerId, customerId))
}
