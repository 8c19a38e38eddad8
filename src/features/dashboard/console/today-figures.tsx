import { writeCount } from '#console/ui/count.rules.ts'
import { Figure, Figures } from '#console/ui/figure.tsx'
import { Money } from '#console/ui/money.tsx'
import { Sparkline } from '#console/ui/sparkline.tsx'
import type { TodayFigures as Read } from '../figures.staff.contract.ts'
import { showGrowth, showHours, showRate } from './figures.rules.ts'

/** Renders today's key figures. `weekday` names the day of last week that today is compared with. */
export function TodayFigures({ figures, weekday }: { figures: Read; weekday: string }) {
  const { orders, revenue, returns_per_order: returned, hours_to_refund } = figures
  const growth = showGrowth(revenue.today.amount, revenue.week_ago.amount)
  return (
    <Figures>
      <Figure
        label="Orders today"
        value={writeCount(orders.today)}
        detail={<bdi>{`${writeCount(orders.week_ago)} last ${weekday} by now`}</bdi>}
        line={<Sparkline values={orders.line} />}
      />
      <Figure
        label="Revenue today"
        value={<Money of={revenue.today} />}
        detail={growth ? `${growth} on last ${weekday} by now` : `None last ${weekday} by now`}
        line={<Sparkline values={revenue.line} tone="var(--success)" />}
      />
      <Figure
        label="Returns per order, 30 days"
        value={<bdi dir="ltr">{showRate(returned.now)}</bdi>}
        detail={<bdi>{`${showRate(returned.before)} the 30 days before`}</bdi>}
        line={<Sparkline values={returned.line} tone="var(--info)" />}
      />
      <Figure
        label="Time to refund (median)"
        value={<bdi dir="ltr">{showHours(hours_to_refund)}</bdi>}
        detail="Last 60 days"
      />
    </Figures>
  )
}
