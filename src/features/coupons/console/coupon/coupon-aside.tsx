import { LayoutTemplate } from 'lucide-react'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { useConsole } from '#console/shell/console-context.ts'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { staffWidgetLink } from '#console/shell/console-links.ts'
import { useNow } from '#console/shell/use-now.ts'
import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { formatDay, toShopDay } from '#console/ui/format/day.rules.ts'
import { Money } from '#console/ui/format/money.tsx'
import { Panel } from '#console/ui/layout/panel.tsx'
import { dayMs } from '#contract/times/times.ts'
import { usedDays } from '#features/coupons/coupon-terms.staff.rules.ts'
import type { CouponSales } from '#features/dashboard/figures.staff.contract.ts'
import type { AuditRow } from '#features/staff/audit.staff.contract.ts'
import { AuditHistory } from '#features/staff/console/parts/audit-history.tsx'
import { formatAction } from './coupon-history.rules.ts'
import styles from './coupon-page.module.css'
import type { CouponRow } from './coupon-use.ts'

type CouponUsageProps = { row: CouponRow; sales: CouponSales | null }

/** Renders the claims of a coupon, its uses and its sales. */
export function CouponUsage({ row: { claimed, stock, used, by_day }, sales }: CouponUsageProps) {
  const { shop } = useConsole()
  const now = useNow()
  const day = (at: number) => formatDay(toShopDay(at, shop.time_zone), toShopDay(at, shop.time_zone))
  return (
    <Panel title="Usage">
      <dl className={styles.numbers}>
        <div>
          <dt>Claimed</dt>
          <dd>
            {stock === null
              ? formatCappedCount(claimed)
              : `${formatCappedCount(claimed)} of ${formatCappedCount(stock)}`}
          </dd>
        </div>
        <div>
          <dt>Used</dt>
          <dd>{used === null ? '10,000+' : formatCappedCount(used)}</dd>
        </div>
        {sales && (
          <>
            <div>
              <dt>Orders in {usedDays} days</dt>
              <dd>{formatCappedCount(sales.orders)}</dd>
            </div>
            <RevenueFact name="Revenue from these orders" of={sales.revenue} />
            <RevenueFact name="Discount in these orders" of={sales.discount} />
          </>
        )}
      </dl>
      {by_day.some((uses) => uses > 0) && (
        <>
          <div className={styles.line}>
            <Sparkline values={by_day} size="wide" />
          </div>
          <p className={styles.ends}>
            <span>{now && day(now - (usedDays - 1) * dayMs)}</span>
            <span>Uses by day</span>
            <span>{now && day(now)}</span>
          </p>
        </>
      )}
    </Panel>
  )
}

function RevenueFact({ name, of }: { name: string; of: CouponSales['revenue'] }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {of.length === 0 && '–'}
        {of.map((one) => (
          <Money key={one.currency} of={one} />
        ))}
      </dd>
    </div>
  )
}

type ShownWidget = { id: number; name: string; places: string[] }

/** Renders the widgets that offer the coupon, with their states. */
export function WidgetPlacements({ widgets }: { widgets: ShownWidget[] }) {
  return (
    <Panel title="Widgets">
      {widgets.length === 0 ? (
        <p className={styles.quiet}>No widget shows this coupon. Give it to customers, or share its code.</p>
      ) : (
        <ul className={styles.shown}>
          {widgets.map(({ id, name, places }) => (
            <li key={id}>
              <LayoutTemplate size={14} strokeWidth={1.75} aria-hidden />
              <ConsoleLink href={staffWidgetLink(id)}>{name}</ConsoleLink>
              <span className={styles.quiet}>{places.join(', ') || 'not placed yet'}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Renders the latest changes of the coupon, for members who may read the audit log. */
export function CouponHistory({ rows }: { rows: AuditRow[] }) {
  if (rows.length === 0) return null
  return (
    <Panel title="History">
      <AuditHistory rows={rows} tell={formatAction} />
    </Panel>
  )
}
