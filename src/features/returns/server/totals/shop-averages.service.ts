import { sql } from 'drizzle-orm'
import { minuteMs } from '#contract/times/times.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'
import type { Database } from '#server/database/database.ts'
import type { Shop } from '#server/shop.ts'
import { refused } from '../queries/return-heads.staff.service.ts'

/** What shoppers do on average, to hold one of them against. */
export type ShopAverages = {
  /** Of what arrived, so much goes back; null where nothing has arrived yet. */
  returnPercent: number | null
  /** What an order brings, by currency. */
  order: ReadonlyMap<string, number>
}

/** An average hardly moves, and nobody decides by its last digit. */
const keptMs = 10 * minuteMs
/** Enough for an average, and few enough to be read in a moment however large the shop is. */
const ordersLookedAt = 1_000

const kept = new WeakMap<Database, { until: number; averages: Promise<ShopAverages> }>()

/** Of the latest orders: those that arrived say what goes back, those that were paid what they bring. */
export function readShopAverages({ db, clock }: Pick<Shop, 'db' | 'clock'>): Promise<ShopAverages> {
  const now = clock.now().getTime()
  const known = kept.get(db)
  if (known && now < known.until && now > known.until - keptMs) return known.averages
  const averages = readLatest(db)
  kept.set(db, { until: now + keptMs, averages })
  // What failed is tried again by the next one who asks.
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
