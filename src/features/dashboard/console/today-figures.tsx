import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { Stat, StatList } from '#console/ui/content/stat.tsx'
import { formatCount } from '#console/ui/format/count.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import type { TodayFigures as Read } from '../figures.staff.contract.ts'
import { formatGrowth, formatHours, formatRate } from './figures.rules.ts'

/** Renders today's key figures. `weekday` names the day of last week that today is compared with. */
export function TodayFigures({ figures, weekday }: { figures: Read; weekday: string }) {
  const { orders, revenue, returns_per_order: returned, hours_to_refund } = figures
  const growth = formatGrowth(revenue.today.amount, revenue.week_ago.amount)
  return (
    <StatList>
      <Stat
        label="Orders today"
        value={formatCount(orders.today)}
        detail={<bdi>{`${formatCount(orders.week_ago)} at this time last ${weekday}`}</bdi>}
        line={<Sparkline values={orders.line} />}
      />
      <Stat
        label="Revenue today"
        value={<Money of={revenue.today} />}
        detail={growth ? `${growth} compared to this time last ${weekday}` : `None at this time last ${weekday}`}
        line={<Sparkline values={revenue.line} tone="var(--success)" />}
      />
      <Stat
        label="Returns per order, 30 days"
        value={<bdi dir="ltr">{formatRate(returned.now)}</bdi>}
        detail={<bdi>{`${formatRate(returned.before)} in the 30 days before`}</bdi>}
        line={<Sparkline values={returned.line} tone="var(--info)" />}
      />
      <Stat
        label="Time to refund (median)"
        value={<bdi dir="ltr">{formatHours(hours_to_refund)}</bdi>}
        detail="Last 60 days"
      />
    </StatList>
  )
}
