import { eq, sql } from 'drizzle-orm'
import type { EventProps } from '#contract/calls/events.ts'
import { hourMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import type { Visitor } from '#server/http/http.ts'
import type { Shop } from '#server/shop.ts'
import { analyticsEvents, analyticsTotals } from './analytics.tables.ts'

/** What this process has taken down in the current hour, and what it has counted since it last told the database. */
type Pressure = { hour: number; kept: number; byNetwork: Map<string, number>; totals: Map<string, number> }

// By what all copies of a shop share: one inside of a transaction is a copy.
const pressures = new WeakMap<Shop['metrics'], Pressure>()

function findPressure({ metrics, clock }: Shop): Pressure {
  const hour = Math.floor(clock.now().getTime() / hourMs)
  const known = pressures.get(metrics)
  if (known?.hour === hour) return known
  const fresh = { hour, kept: 0, byNetwork: new Map<string, number>(), totals: known?.totals ?? new Map() }
  pressures.set(metrics, fresh)
  return fresh
}

/**
 * Takes note of what a page reports. Each is counted; what it said is kept as long as neither its network nor everybody
 * together send more than is worth reading. A reported purchase need not be reported again.
 */
export async function reportEvent(
  shop: Shop,
  { customerId }: Visitor,
  { name, props, ip, network }: { name: string; props: EventProps; ip: string; network: string },
): Promise<void> {
  const at = shop.clock.now()
  const pressure = findPressure(shop)
  const key = `${at.toISOString().slice(0, 10)} ${name}`
  pressure.totals.set(key, (pressure.totals.get(key) ?? 0) + 1)
  if (takeRoom(pressure, network, shop)) {
    await shop.db.insert(analyticsEvents).values({ name, props, customerId, at })
  }
  if (name === 'purchase' && customerId && typeof props.order_id === 'string') {
    for (const tell of shop.hooks.onPurchaseReported) await tell(shop, customerId, props.order_id)
  }
  const isClick = advertReports.get(name)
  if (isClick !== undefined && typeof props.ad_id === 'number') {
    const report = { advertId: props.ad_id, isClick, customerId, ip }
    for (const tell of shop.hooks.onAdvertReported) await tell(shop, report)
  }
}

/** What is about an advert, and whether it was tapped. Taps on banners come as a call of their own. */
const advertReports: ReadonlyMap<string, boolean> = new Map([
  ['advert_impression', false],
  ['coupon_impression', false],
  ['coupon_click', true],
])

function takeRoom(pressure: Pressure, network: string, { bounds }: Shop): boolean {
  const ofNetwork = pressure.byNetwork.get(network) ?? 0
  if (pressure.kept >= bounds.eventsPerHour || ofNetwork >= bounds.eventsPerNetworkHour) return false
  pressure.kept++
  pressure.byNetwork.set(network, ofNetwork + 1)
  return true
}

/** Adds what was counted since the last time to each day's totals. */
export async function countEvents(shop: Shop): Promise<number> {
  const { totals } = findPressure(shop)
  const counted = [...totals]
  totals.clear()
  if (counted.length === 0) return 0
  const rows = counted.map(([key, reports]) => {
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
    // Kept, and counted in the next round.
    for (const [key, reports] of counted) totals.set(key, (totals.get(key) ?? 0) + reports)
    throw error
  }
  return 0
}

/** Somebody is forgotten: what pages reported of them. The totals of each day count nobody by name and stay. */
export async function forgetReports(tx: Database, customerId: string): Promise<void> {
  await tx.delete(analyticsEvents).where(eq(analyticsEvents.customerId, customerId))
}
