import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { refused } from '../queries/return-heads.staff.service.ts'

/** Averages of the shop, to compare a customer with. */
export type ShopAverages = {
  /** Share of delivered items that were returned. Null if nothing was delivered yet. */
  returnPercent: number | null
  /** Average value of an order, by currency. */
  order: ReadonlyMap<string, number>
}

/** 10 minutes: averages change slowly, and their last digits do not matter. */
const cacheMs = 10 * minuteMs
/** 1,000: enough orders for an average, and fast to read in a shop of any size. */
const ordersLookedAt = 1_000

const kept = new WeakMap<Database, { until: number; averages: Promise<ShopAverages> }>()

/** Returns the averages of the latest orders: the return rate of delivered orders, and the value of paid orders. */
export function readShopAverages({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<ShopAverages> {
  const now = clock.now().getTime()
  const known = kept.get(db)
  if (known && now < known.until && now > known.until - cacheMs) return known.averages
  const averages = readLatest(db)
  kept.set(db, { until: now + cacheMs, averages })
  // A failed query is not cached, so the next call tries again.
  averages.catch(() => kept.delete(db))
  return averages
}

const arrived = [orderStatus.received, orderStatus.complete, orderStatus.closed]

async function readLatest(db: Database): Promise<ShopAverages> {
  const latestOf = (status: number) =>
    sql`(select id from orders where status_id = ${status} order by created_at desc, id desc limit ${ordersLookedAt})`
  const latest = sql.join(arrived.map(latestOf), sql` union all `)
  const { rows: items } = await db.execute<{ sent: number; back: number }>(sql`
    select count(*)::int as sent, count(*) filter (where exists (
      select from return_items i where i.order_line_id = l.id and i.status <> all(${sql.param([...refused])})))::int as back
    from (${latest}) o join order_lines l on l.order_id = o.id where l.delivered_at is not null`)
  const { rows: paid } = await db.execute<{ currency: string; average: number }>(sql`
    select currency, round(avg(total_amount))::float8 as average from (
      select currency, total_amount from orders where paid_at is not null order by paid_at desc limit ${ordersLookedAt}) latest
    group by currency`)
  const { sent = 0, back = 0 } = items[0] ?? {}
  return {
    returnPercent: sent === 0 ? null : Math.round((back / sent) * 1000) / 10,
    order: new Map(paid.map(({ currency, average }) => [currency, average])),
  }
}
