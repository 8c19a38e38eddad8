import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePageData } from '#console/data/use-page-data.ts'
import { type ConsoleContext, useConsole } from '#console/shell/console-context.ts'
import { figuresLink } from '#console/shell/console-links.ts'
import { buttonClass } from '#console/ui/buttons/button.tsx'
import { SegmentedLinks } from '#console/ui/buttons/segmented-links.tsx'
import { EmptyView } from '#console/ui/content/empty-view.tsx'
import { Stat, StatList } from '#console/ui/content/stat.tsx'
import { SelectField } from '#console/ui/fields/field.tsx'
import { formatCount } from '#console/ui/format/count.rules.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { PageHead } from '#console/ui/layout/page-head.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { toQuery } from '#contract/calls/call.ts'
import { staffApiRoot } from '#contract/calls/staff-call.ts'
import { getFigures, getFiguresCsv } from '../figures.staff.contract.ts'
import { DayChart } from './day-chart.tsx'
import {
  amountIn,
  findMainCurrency,
  findPeriod,
  formatCountOf,
  formatGrowth,
  formatHours,
  formatShare,
  listCurrencies,
  sum,
} from './figures.rules.ts'
import styles from './figures-page.module.css'

const periods = [7, 30, 90, 365]
const defaultDays = 30

type LoaderInput = { context: ConsoleContext; deps: { days?: string } }

export async function loadFigures({ context: { load, shop }, deps }: LoaderInput) {
  const days = periods.find((one) => String(one) === deps.days) ?? defaultDays
  const period = findPeriod(days, Date.now(), shop.time_zone)
  const { data } = await load(getFigures, period)
  return { ...data, period, chosen: days }
}

type Loaded = Awaited<ReturnType<typeof loadFigures>>

/** Renders the key figures of the shop by day. Each chart has a table. */
export function FiguresPage() {
  const figures = usePageData<typeof loadFigures>(figuresLink)
  const { shop } = useConsole()
  const currencies = listCurrencies(figures.days)
  const [picked, setPicked] = useState<string | null>(null)
  const currency = picked && currencies.includes(picked) ? picked : (findMainCurrency(figures.days) ?? shop.currency)
  return (
    <main>
      <PageHead title="Reports" beside={<span>Days in {figures.time_zone}</span>}>
        <SegmentedLinks
          label="Period"
          parts={periods.map((one) => ({ name: `${one} days`, href: `${figuresLink}?days=${one}` }))}
          isOn={(href) => href.endsWith(`=${figures.chosen}`)}
        />
        <a className={buttonClass()} href={staffApiRoot + getFiguresCsv.path + toQuery(figures.period)} download>
          <Download size={16} strokeWidth={1.75} aria-hidden />
          CSV
        </a>
      </PageHead>
      <div className={styles.body}>
        <Totals figures={figures} currency={currency} />
        {currencies.length > 1 && (
          <div className={styles.currency}>
            <SelectField
              label="Currency"
              value={currency}
              onChange={setPicked}
              options={currencies.map((one) => ({ value: one, name: one }))}
            />
          </div>
        )}
        <Charts days={figures.days} currency={currency} />
        <Lists figures={figures} />
      </div>
    </main>
  )
}

function Totals({ figures: { days, hours_to_refund }, currency }: { figures: Loaded; currency: string }) {
  const revenue = days.map((day) => amountIn(day.revenue, currency))
  const orders = sum(days.map((day) => day.orders))
  const returns = sum(days.map((day) => day.returns))
  const half = Math.floor(days.length / 2)
  const growth = formatGrowth(sum(revenue.slice(-half)), sum(revenue.slice(0, half)))
  return (
    <StatList>
      <Stat
        label="Orders"
        value={formatCount(orders)}
        detail={formatCountOf(sum(days.map((day) => day.items)), 'item')}
      />
      <Stat
        label="Revenue"
        value={<Money of={{ amount: sum(revenue), currency }} />}
        detail={growth && `${growth} from the first to the second half`}
      />
      <Stat label="Returns per order" value={formatShare(returns, orders)} detail={formatCountOf(returns, 'return')} />
      <Stat label="Time to refund" value={formatHours(hours_to_refund)} detail="Median" />
    </StatList>
  )
}

function Charts({ days, currency }: { days: Loaded['days']; currency: string }) {
  const money = (amount: number) => formatMoney({ amount, currency })
  const charts: { name: string; title: string; of: (day: Loaded['days'][number]) => number; format: typeof money }[] = [
    { name: 'Orders', title: 'Orders', of: (day) => day.orders, format: formatCount },
    { name: 'Revenue', title: `Revenue, ${currency}`, of: (day) => amountIn(day.revenue, currency), format: money },
    { name: 'Refunded', title: `Refunded, ${currency}`, of: (day) => amountIn(day.refunded, currency), format: money },
    { name: 'Returns', title: 'Returns', of: (day) => day.returns, format: formatCount },
  ]
  return (
    <div className={styles.charts}>
      {charts.map(({ name, title, of, format }) => (
        <section key={name} className={styles.panel} aria-label={name}>
          <DayChart title={title} days={days.map((day) => ({ date: day.date, value: of(day) }))} format={format} />
        </section>
      ))}
    </div>
  )
}

function Lists({ figures: { products, reasons, coupons } }: { figures: Loaded }) {
  return (
    <div className={styles.charts}>
      <Panel title="Most returned products" isFlush>
        <Rows
          headings={['Product', 'Sold', 'Returned', 'Share']}
          rows={products.map((one) => [one.name, one.sold, one.returned, formatShare(one.returned, one.sold)])}
          none="No items sold in this period were returned."
        />
      </Panel>
      <Panel title="Return reasons" isFlush>
        <Rows
          headings={['Reason', 'Items']}
          rows={reasons.map((one) => [one.reason, one.items])}
          none="No returns in this period."
        />
      </Panel>
      <Panel title="Coupons" isFlush>
        <Rows
          headings={['Code', 'Orders', 'Discount']}
          rows={coupons.map((one) => [one.code, one.orders, one.discount.map(formatMoney).join(', ')])}
          none="No coupon was used in this period."
        />
      </Panel>
    </div>
  )
}

function Rows({ headings, rows, none }: { headings: string[]; rows: ReactNode[][]; none: string }) {
  if (rows.length === 0) return <EmptyView title="Nothing yet" text={none} />
  return (
    <table className={styles.rows}>
      <thead>
        <tr>
          {headings.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...rest]) => (
          <tr key={String(first)}>
            <th scope="row">{first}</th>
            {rest.map((cell, at) => (
              <td key={headings[at + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
