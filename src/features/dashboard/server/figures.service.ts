import { stringify } from 'csv-stringify/sync'
import { sql } from 'drizzle-orm'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { returnStatus } from '#features/orders/return-statuses.rules.ts'
import { readCurrencyStyles, readSetting } from '#features/settings/server/settings.service.ts'
import { refuseFields } from '#server/http/refuse.ts'
import type { Shop } from '#server/shop.ts'
import type { Figures } from '../figures.staff.contract.ts'

const maxDays = 366
const maxRows = 50

/** Return statuses after which an item can be returned again, because the earlier return was canceled or closed. */
const lapsedStatuses = sql.param([returnStatus.cancelled, returnStatus.closed])

type Period = { from: string; to: string }
type MoneyRow = { date: string; currency: string; amount: string; orders: number; items: number }
type ReturnsRow = { date: string; returns: number }

/** Returns all key figures. Each table is read by one query, using the index of its time column. */
export async function readFigures(shop: Shop, period: Period): Promise<Figures> {
  const { db } = shop
  const days = listDays(period)
  const zone = await readSetting(db, 'time_zone')
  const start = sql`(${period.from}::date::timestamp at time zone ${zone})`
  const end = sql`((${period.to}::date + 1)::timestamp at time zone ${zone})`
  const within = (moment: ReturnType<typeof sql>) => sql`${moment} >= ${start} and ${moment} < ${end}`
  const day = (moment: ReturnType<typeof sql>) => sql`to_char(${moment} at time zone ${zone}, 'YYYY-MM-DD')`
  const [sold, refunded, returned, products, reasons, speed, coupons] = await Promise.all([
    db.execute<MoneyRow>(sql`
      select ${day(sql`paid_at`)} as date, currency, sum(total_amount)::text as amount, count(*)::int as orders,
        sum((select count(*) from order_lines l where l.order_id = orders.id))::int as items
      from orders where ${within(sql`paid_at`)} group by 1, 2 order by 1, 2`),
    db.execute<MoneyRow>(sql`
      select ${day(sql`settled_at`)} as date, currency, sum(amount)::text as amount
      from refunds where status = 'succeeded' and ${within(sql`settled_at`)} group by 1, 2 order by 1, 2`),
    db.execute<ReturnsRow>(sql`
      select ${day(sql`created_at`)} as date, count(*)::int as returns from returns
      where ${within(sql`created_at`)} group by 1`),
    db.execute<{ handle: string | null; name: string; sold: number; returned: number }>(sql`
      select p.handle, coalesce(p.name, max(l.name)) as name, count(*)::int as sold,
        count(i.id)::int as returned
      from orders o join order_lines l on l.order_id = o.id left join products p on p.id = l.product_id
        left join return_items i on i.order_line_id = l.id and i.status <> all(${lapsedStatuses})
      where ${within(sql`o.paid_at`)} group by p.handle, p.name, l.product_id
      having count(i.id) > 0 order by returned desc, sold desc limit ${maxRows}`),
    db.execute<{ reason: string; items: number }>(sql`
      select r.reason, count(*)::int as items from returns t join return_items i on i.return_id = t.id
        join return_reasons r on r.id = i.reason_id
      where ${within(sql`t.created_at`)} group by r.id, r.reason order by items desc limit ${maxRows}`),
    db.execute<{ hours: number | null }>(sql`
      select percentile_cont(0.5) within group (order by extract(epoch from f.settled_at - t.created_at) / 3600) as hours
      from refunds f join returns t on t.id = f.return_id
      where f.status = 'succeeded' and ${within(sql`f.settled_at`)}`),
    db.execute<{ code: string; currency: string; orders: number; amount: string }>(sql`
      select coupon_code as code, currency, count(*)::int as orders, sum(discount_amount)::text as amount
      from orders where coupon_code is not null and ${within(sql`paid_at`)}
      group by 1, 2 order by 3 desc limit ${maxRows}`),
  ])
  return {
    time_zone: zone,
    days: joinDays(days, sold.rows, refunded.rows, returned.rows),
    products: products.rows.map((row) => ({ ...row, rate: Math.round((row.returned / row.sold) * 1000) / 1000 })),
    reasons: reasons.rows,
    hours_to_refund: speed.rows[0]?.hours == null ? null : Math.round(Number(speed.rows[0].hours) * 10) / 10,
    coupons: joinCoupons(coupons.rows),
  }
}

function joinDays(days: string[], sold: MoneyRow[], refunded: MoneyRow[], returned: ReturnsRow[]): Figures['days'] {
  const moneyOf = (rows: MoneyRow[], date: string): StaffMoney[] =>
    rows.filter((row) => row.date === date).map(({ currency, amount }) => ({ currency, amount: Number(amount) }))
  const sum = (rows: number[]) => rows.reduce((all, one) => all + one, 0)
  return days.map((date) => {
    const paid = sold.filter((row) => row.date === date)
    return {
      date,
      orders: sum(paid.map(({ orders }) => orders)),
      items: sum(paid.map(({ items }) => items)),
      revenue: moneyOf(sold, date),
      refunded: moneyOf(refunded, date),
      returns: returned.find((row) => row.date === date)?.returns ?? 0,
    }
  })
}

function joinCoupons(rows: { code: string; currency: string; orders: number; amount: string }[]): Figures['coupons'] {
  const byCode = new Map<string, Figures['coupons'][number]>()
  for (const { code, currency, orders, amount } of rows) {
    const coupon = byCode.get(code) ?? { code, orders: 0, discount: [] }
    coupon.orders += orders
    coupon.discount.push({ currency, amount: Number(amount) })
    byCode.set(code, coupon)
  }
  return [...byCode.values()]
}

/** Returns every day of the period, including days without activity. */
export function listDays({ from, to }: Period): string[] {
  const first = Date.parse(`${from}T00:00:00Z`)
  const amount = Math.round((Date.parse(`${to}T00:00:00Z`) - first) / dayMs) + 1
  if (amount < 1) throw refuseFields({ to: ['The last day cannot be before the first day.'] })
  if (amount > maxDays) throw refuseFields({ to: [`A period can have at most ${maxDays} days.`] })
  return Array.from({ length: amount }, (_, at) => new Date(first + at * dayMs).toISOString().slice(0, 10))
}

/** Returns the figures as CSV with a row for each day and currency. Amounts have a decimal point. */
export async function writeFiguresCsv(shop: Shop, period: Period): Promise<string> {
  const { days } = await readFigures(shop, period)
  const styles = await readCurrencyStyles(shop.db)
  const formatDecimal = (amount: number, currency: string) => {
    const decimals = styles.get(currency)?.decimals ?? 2
    return (amount / 10 ** decimals).toFixed(decimals)
  }
  const rows = days.flatMap(({ date, orders, items, revenue, refunded, returns }) => {
    const currencies = [...new Set([...revenue, ...refunded].map(({ currency }) => currency))]
    if (currencies.length === 0) return [[date, orders, items, '', '', '', returns]]
    return currencies.map((currency) => {
      const amountOf = (money: StaffMoney[]) => money.find((one) => one.currency === currency)?.amount ?? 0
      return [
        date,
        orders,
        items,
        currency,
        formatDecimal(amountOf(revenue), currency),
        formatDecimal(amountOf(refunded), currency),
        returns,
      ]
    })
  })
  return stringify([['date', 'orders', 'items', 'currency', 'revenue', 'refunded', 'returns'], ...rows])
}
