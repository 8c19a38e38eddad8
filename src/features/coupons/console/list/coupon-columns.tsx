import type { Filter } from '#console/list/filters/filter-row.tsx'
import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import { Sparkline } from '#console/ui/content/sparkline.tsx'
import { Status } from '#console/ui/content/status.tsx'
import type { Choice } from '#console/ui/fields/combobox.tsx'
import { formatRoundMoney } from '#console/ui/format/money.rules.ts'
import { couponKindNames } from '#features/coupons/coupon-terms.staff.rules.ts'
import { formatBenefit, formatCondition, formatRate, formatScope, formatValidity } from '../coupon/coupon-form.rules.ts'
import type { CouponRow } from '../coupon/coupon-use.ts'
import { couponBadges, kindNames } from '../parts/coupon-badges.ts'
import styles from './coupons-page.module.css'

export function listFilters(widgets: Choice[], categories: Choice[]): Filter[] {
  const kinds = couponKindNames.map((value) => ({ value, name: kindNames[value] }))
  const productChoices = [{ value: 'all', name: 'All products' }, ...categories]
  return [
    { name: 'kind', label: 'Kind', kind: 'one', choices: kinds },
    { name: 'for', label: 'Applies to', kind: 'one', choices: productChoices },
    ...(widgets.length > 0 ? [{ name: 'widget', label: 'Widget', kind: 'one' as const, choices: widgets }] : []),
  ]
}

const second = (text: string) => <span className={styles.second}>{text}</span>

export function listColumns(timeZone: string, now: number | null): Column<CouponRow>[] {
  return [
    { id: 'gives', name: 'Discount', cell: formatBenefit },
    {
      id: 'condition',
      name: 'Condition',
      isExtra: true,
      cell: ({ minimum }) => second(minimum ? `From ${formatRoundMoney(minimum)}` : 'No minimum'),
    },
    { id: 'for', name: 'Applies to', isExtra: true, cell: (row) => second(formatScope(row)) },
    { id: 'state', name: 'State', cell: ({ status }) => <Status badge={couponBadges[status]} /> },
    { id: 'until', name: 'Valid until', cell: (row) => second(formatValidity(row, timeZone, now)) },
    { id: 'claimed', name: 'Claimed', isEnd: true, cell: formatClaimed },
    { id: 'used', name: 'Used', isEnd: true, cell: formatUsed },
    { id: 'rate', name: 'Use rate', isEnd: true, cell: ({ used, claimed }) => second(formatRate(used, claimed)) },
    { id: 'days', name: '30 days', isEnd: true, cell: (row) => <Days row={row} /> },
  ]
}

export const renderCode = ({ code }: CouponRow) => (
  <bdi dir="ltr" className={styles.code}>
    {code}
  </bdi>
)

const formatClaimed = ({ claimed, stock }: CouponRow) =>
  stock === null ? formatCappedCount(claimed) : `${formatCappedCount(claimed)} of ${formatCappedCount(stock)}`
const formatUsed = ({ used }: CouponRow) => (used === null ? '10,000+' : formatCappedCount(used))

export const sumDays = (rows: CouponRow[]) =>
  rows.reduce((sum, { by_day }) => sum + by_day.reduce((uses, one) => uses + one, 0), 0)

/** Renders the number of uses in recent days, and a line chart if there are any uses. */
function Days({ row }: { row: CouponRow }) {
  const uses = sumDays([row])
  if (uses === 0) return null
  return (
    <span className={styles.days}>
      {formatCappedCount(uses)} <Sparkline values={row.by_day} size="small" />
    </span>
  )
}

export function CouponCard({ row, until }: { row: CouponRow; until: string }) {
  return (
    <span className={styles.card}>
      <b>
        <bdi dir="ltr">{row.code}</bdi>
      </b>
      <span>
        {formatBenefit(row)} · {formatCondition(row)}
      </span>
      <span>
        {until} · {formatClaimed(row)} claimed · {formatUsed(row)} used
      </span>
      <Status badge={couponBadges[row.status]} />
    </span>
  )
}
