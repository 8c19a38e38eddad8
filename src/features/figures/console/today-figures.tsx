import { useEffect, useState } from 'react'
import { useConsole } from '#console/console-context.ts'
import { Figure, Figures } from '#console/ui/figure.tsx'
import { Money } from '#console/ui/money.tsx'
import { Sparkline } from '#console/ui/sparkline.tsx'
import { useStaffLive } from '#console/use-staff-live.ts'
import { getFigures, type Figures as Read } from '../figures.staff.contract.ts'
import { amountIn, findMainCurrency, findPeriod, showGrowth, showHours, showShare, sum } from './figures.rules.ts'

const shownDays = 30
const lineDays = 14
const weekDays = 7

/** How today goes. It takes longer to count than what waits, so it comes after it, into a place that is kept. */
export function TodayFigures() {
  const { call, shop } = useConsole()
  const [figures, setFigures] = useState<Read | null>(null)
  const read = async () => {
    const { data } = await call(getFigures, findPeriod(2 * shownDays, Date.now(), shop.time_zone))
    setFigures(data)
  }
  // Numbers that do not come leave the work below them as it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; later changes are told.
  useEffect(() => void read().catch(() => undefined), [])
  useStaffLive(['counts'], read)
  const days = figures?.days ?? []
  const currency = findMainCurrency(days) ?? 'USD'
  const revenue = days.map((day) => amountIn(day.revenue, currency))
  const orders = days.map((day) => day.orders)
  const [before, now] = [days.slice(0, -shownDays), days.slice(-shownDays)]
  const rateOf = (part: typeof days) =>
    showShare(sum(part.map((day) => day.returns)), sum(part.map((day) => day.orders)))
  const weekAgo = -1 - weekDays
  const growth = showGrowth(revenue.at(-1) ?? 0, revenue.at(weekAgo) ?? 0)
  const name = (text: string) => (figures ? text : ' ')
  return (
    <Figures>
      <Figure
        label="Orders today"
        value={figures ? orders.at(-1) : '–'}
        detail={name(`${orders.at(weekAgo) ?? 0} on this day last week`)}
        line={<Sparkline values={orders.slice(-lineDays)} />}
      />
      <Figure
        label="Revenue today"
        value={figures ? <Money of={{ amount: revenue.at(-1) ?? 0, currency }} /> : '–'}
        detail={name(growth ? `${growth} on this day last week` : 'None on this day last week')}
        line={<Sparkline values={revenue.slice(-lineDays)} tone="var(--success)" />}
      />
      <Figure
        label="Returns per order, 30 days"
        value={figures ? rateOf(now) : '–'}
        detail={name(`${rateOf(before)} the 30 days before`)}
        line={<Sparkline values={now.map((day) => day.returns)} tone="var(--info)" />}
      />
      <Figure
        label="Time to refund, half are quicker"
        value={figures ? showHours(figures.hours_to_refund) : '–'}
        detail={name('Last 60 days')}
      />
    </Figures>
  )
}
