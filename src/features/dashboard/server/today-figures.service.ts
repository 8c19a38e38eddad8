import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { readHomeCurrency, readSetting } from '#features/settings/server/settings.service.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import type { TodayFigures } from '../figures.staff.contract.ts'

const rateDays = 30
const lineDays = 14
/** 5 minutes: figures of past days rarely change, for example when an import adds orders or a refund settles. */
const cacheMs = 5 * minuteMs

type Sold = { day: number; currency: string; orders: number; amount: string }
type PastFigures = { sold: Sold[]; returns: { day: number; returns: number }[]; hours: number | null }
type Kept = { zone: string; midnight: number; until: number; past: Promise<PastFigures> }
const kept = new WeakMap<Database, Kept>()

/**
 * Returns today's figures. The figures of today are read from two short index ranges, and the figures of the two months
 * before are cached.
 */
export async function readTodayFigures({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<TodayFigures> {
  const now = clock.now()
  const zone = await readSetting(db, 'time_zone')
  const { rows: live } = await db.execute<Sold & { is_today: boolean; midnight: Date; returns: number }>(sql`
    with clock as (select ${now}::timestamptz as now, ${now}::timestamptz at time zone ${zone} as here),
      times as (select now, date_trunc('day', here) at time zone ${zone} as midnight,
        (here - interval '7 days') at time zone ${zone} as week_ago,
        date_trunc('day', here - interval '7 days') at time zone ${zone} as midnight_then from clock)
    select midnight, is_today, currency, orders, amount,
      (select count(*)::int from returns where created_at >= midnight and created_at <= now) as returns
    from times left join lateral (
      select true as is_today, currency, count(*)::int as orders, sum(total_amount)::text as amount
        from orders where paid_at >= midnight and paid_at <= now group by currency
      union all
      select false, currency, count(*)::int, sum(total_amount)::text
        from orders where paid_at >= midnight_then and paid_at <= week_ago group by currency) sold on true`)
  const midnight = new Date(live[0]?.midnight ?? now)
  const past = await cachePast(db, { zone, midnight, now: now.getTime() })
  const sold = live.filter(({ currency }) => currency !== null)
  const today = sold.filter(({ is_today }) => is_today)
  const then = sold.filter(({ is_today }) => !is_today)
  const currency = findMainCurrency([...today, ...past.sold]) ?? (await readHomeCurrency(db))
  const returnsToday = live[0]?.returns ?? 0
  const ordersOf = (day: number) => sum(day === 0 ? today : past.sold.filter((one) => one.day === day), countOf)
  const amountOf = (rows: Sold[]) => sum(rows, (one) => (one.currency === currency ? Number(one.amount) : 0))
  const returnsOf = (day: number) =>
    day === 0 ? returnsToday : (past.returns.find((one) => one.day === day)?.returns ?? 0)
  const rateOf = (days: number[]) => {
    const orders = sum(days, ordersOf)
    return orders === 0 ? null : Math.round((sum(days, returnsOf) / orders) * 1000) / 1000
  }
  const line = listDays(0, lineDays)
  return {
    orders: { today: sum(today, countOf), week_ago: sum(then, countOf), line: line.map(ordersOf) },
    revenue: {
      today: { amount: amountOf(today), currency },
      week_ago: { amount: amountOf(then), currency },
      line: line.map((day) => amountOf(day === 0 ? today : past.sold.filter((one) => one.day === day))),
    },
    returns_per_order: {
      now: rateOf(listDays(0, rateDays)),
      before: rateOf(listDays(rateDays, rateDays)),
      line: listDays(0, rateDays).map(returnsOf),
    },
    hours_to_refund: past.hours,
  }
}

const countOf = ({ orders }: Sold) => orders
const sum = <T>(all: T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0)

/** Returns the days as numbers of days before today, in chronological order. */
const listDays = (from: number, amount: number) => Array.from({ length: amount }, (_, at) => from + amount - 1 - at)

function findMainCurrency(sold: Sold[]): string | undefined {
  const byCurrency = Map.groupBy(sold, ({ currency }) => currency)
  const totals = [...byCurrency].map(
    ([currency, rows]) => [currency, sum(rows, ({ amount }) => Number(amount))] as const,
  )
  return totals.sort((a, b) => b[1] - a[1])[0]?.[0]
}

function cachePast(
  db: Database,
  { zone, midnight, now }: { zone: string; midnight: Date; now: number },
): Promise<PastFigures> {
  const known = kept.get(db)
  if (known?.zone === zone && known.midnight === midnight.getTime() && now < known.until && now > known.until - cacheMs)
    return known.past
  const past = readPast(db, zone, midnight)
  kept.set(db, { zone, midnight: midnight.getTime(), until: now + cacheMs, past })
  // A failed read is dropped from the cache, so that the next request tries again.
  past.catch(() => kept.delete(db))
  return past
}

async function readPast(db: Database, zone: string, midnight: Date): Promise<PastFigures> {
  const first = sql`((${midnight}::timestamptz at time zone ${zone} - make_interval(days => ${2 * rateDays - 1})) at time zone ${zone})`
  const within = (moment: ReturnType<typeof sql>) => sql`${moment} >= ${first} and ${moment} < ${midnight}`
  const day = (moment: ReturnType<typeof sql>) =>
    sql`(${midnight}::timestamptz at time zone ${zone})::date - (${moment} at time zone ${zone})::date`
  const [sold, returns, refunds] = await Promise.all([
    db.execute<Sold>(sql`
      select ${day(sql`paid_at`)} as day, currency, count(*)::int as orders, sum(total_amount)::text as amount
      from orders where ${within(sql`paid_at`)} group by 1, 2`),
    db.execute<{ day: number; returns: number }>(sql`
      select ${day(sql`created_at`)} as day, count(*)::int as returns from returns
      where ${within(sql`created_at`)} group by 1`),
    db.execute<{ hours: number | null }>(sql`
      select percentile_cont(0.5) within group (order by extract(epoch from f.settled_at - t.created_at) / 3600) as hours
      from refunds f join returns t on t.id = f.return_id
      where f.status = 'succeeded' and f.settled_at >= ${first}`),
  ])
  const hours = refunds.rows[0]?.hours
  return { sold: sold.rows, returns: returns.rows, hours: hours == null ? null : Math.round(Number(hours) * 10) / 10 }
}
