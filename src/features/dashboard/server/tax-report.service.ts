import { stringify } from 'csv-stringify/sync'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { readCurrencyStyles, readSetting } from '#features/settings/server/settings.service.ts'
import type { Shop } from '#server/shop.ts'
import type { getTaxReport, TaxReport } from '../tax-report.staff.contract.ts'
import { listDays } from './figures.service.ts'

type Asked = StaffParsed<typeof getTaxReport>
type Row = {
  country: string | null
  region: string
  rate: number
  name: string
  currency: string
  orders: number
  sales_net: string
  sales_tax: string
  refunds_net: string
  refunds_tax: string
}

/** Returns sales and refunds by place and rate, as tax returns need them. */
export async function readTaxReport({ db }: Pick<Shop, 'db'>, asked: Asked): Promise<TaxReport> {
  // Refuses a period that is too long.
  listDays(asked)
  const zone = await readSetting(db, 'time_zone')
  const start = sql`(${asked.from}::date::timestamp at time zone ${zone})`
  const end = sql`((${asked.to}::date + 1)::timestamp at time zone ${zone})`
  const within = (moment: SQL) => sql`${moment} >= ${start} and ${moment} < ${end}`
  const isWanted = asked.return ? sql`o.tax_treatment = ${asked.return}` : sql`true`
  // Refunds of past orders belong to the period in which they settle. A credited order counts only where it was sold.
  const { rows } = await db.execute<Row>(sql`
    with moved as (
      select o.id as order_id, t.country, t.region, t.rate, t.name, o.currency, t.net_amount as sales_net,
        t.tax_amount as sales_tax, 0 as refunds_net, 0 as refunds_tax
      from orders o join order_taxes t on t.order_id = o.id
      where ${within(sql`o.paid_at`)} and ${isWanted}
      union all
      select null, t.country, t.region, t.rate,
        coalesce((select s.name from order_taxes s where s.order_id = o.id and s.country = t.country
          and s.region = t.region and s.rate = t.rate limit 1), ''),
        r.currency, 0, 0, t.net_amount, t.tax_amount
      from refunds r join refund_taxes t on t.refund_id = r.id join orders o on o.id = r.order_id
      where r.status = 'succeeded' and ${within(sql`r.settled_at`)} and ${isWanted}
    )
    select country, coalesce(region, '') as region, coalesce(rate, 0) as rate, coalesce(max(name), '') as name, currency,
      count(distinct order_id)::int as orders, sum(sales_net)::text as sales_net, sum(sales_tax)::text as sales_tax,
      sum(refunds_net)::text as refunds_net, sum(refunds_tax)::text as refunds_tax
    from moved group by grouping sets ((country, region, rate, currency), (currency))
    order by currency, country nulls last, region, rate desc`)
  const toAmounts = (row: Row) => {
    const { currency } = row
    const money = (amount: number) => ({ amount, currency })
    return {
      orders: row.orders,
      sales_net: money(Number(row.sales_net)),
      refunds_net: money(Number(row.refunds_net)),
      taxable: money(Number(row.sales_net) - Number(row.refunds_net)),
      tax: money(Number(row.sales_tax) - Number(row.refunds_tax)),
    }
  }
  return {
    time_zone: zone,
    rows: rows.flatMap((row) => {
      const { country, region, rate, name } = row
      return country === null ? [] : [{ country, region, rate, name, ...toAmounts(row) }]
    }),
    totals: rows.filter(({ country }) => country === null).map(toAmounts),
  }
}

/** Returns the report as CSV, without totals, so that a program can add the rows up. */
export async function writeTaxReportCsv(shop: Pick<Shop, 'db'>, asked: Asked): Promise<string> {
  const { rows } = await readTaxReport(shop, asked)
  const styles = await readCurrencyStyles(shop.db)
  const show = ({ amount, currency }: TaxReport['rows'][number]['tax']) => {
    const decimals = styles.get(currency)?.decimals ?? 2
    return (amount / 10 ** decimals).toFixed(decimals)
  }
  const columns = ['from', 'to', 'return', 'country', 'region', 'tax', 'rate_percent', 'currency', 'orders']
  return stringify([
    [...columns, 'sales_net', 'refunds_net', 'taxable', 'tax_amount'],
    ...rows.map(({ country, region, name, rate, orders, sales_net, refunds_net, taxable, tax }) => [
      ...[asked.from, asked.to, asked.return ?? 'all', country, region, name, rate / 1000, tax.currency, orders],
      ...[sales_net, refunds_net, taxable, tax].map(show),
    ]),
  ])
}
