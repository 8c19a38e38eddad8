import type { Filter } from '#console/list/filters/filter-row.tsx'
import { showCount } from '#console/list/filters/view-tabs.tsx'
import type { Column } from '#console/list/table/list-table.tsx'
import type { Choice } from '#console/ui/combobox.tsx'
import { Sparkline } from '#console/ui/sparkline.tsx'
import { Status } from '#console/ui/status.tsx'
import { couponKindNames } from '#features/coupons/coupon-terms.staff.rules.ts'
import { showCondition, showFor, showGives, showRate, showRound, showUntil } from '../coupon/coupon-form.rules.ts'
import type { CouponRow } from '../coupon/coupon-use.ts'
import { couponLooks, kindNames } from '../parts/coupon-looks.ts'
import styles from './coupons-page.module.css'

export function listFilters(widgets: Choice[], categories: Choice[]): Filter[] {
  const kinds = couponKindNames.map((value) => ({ value, name: kindNames[value] }))
  const goods = [{ value: 'all', name: 'All products' }, ...categories]
  return [
    { name: 'kind', label: 'Kind', kind: 'one', choices: kinds },
    { name: 'for', label: 'For', kind: 'one', choices: goods },
    ...(widgets.length > 0 ? [{ name: 'widget', label: 'Widget', kind: 'one' as const, choices: widgets }] : []),
  ]
}

const second = (text: string) => <span className={styles.second}>{text}</span>

export function listColumns(timeZone: string, now: number | null): Column<CouponRow>[] {
  return [
    { id: 'gives', name: 'Gives', cell: showGives },
    {
      id: 'condition',
      name: 'Condition',
      isExtra: true,
      cell: ({ minimum }) => second(minimum ? `From ${showRound(minimum)}` : 'No minimum'),
    },
    { id: 'for', name: 'For', isExtra: true, cell: (row) => second(showFor(row)) },
    { id: 'state', name: 'State', cell: ({ status }) => <Status look={couponLooks[status]} /> },
    { id: 'until', name: 'Until', cell: (row) => second(showUntil(row, timeZone, now)) },
    { id: 'claimed', name: 'Claimed', isEnd: true, cell: showClaimed },
    { id: 'used', name: 'Used', isEnd: true, cell: showUsed },
    { id: 'rate', name: 'Rate', isEnd: true, cell: ({ used, claimed }) => second(showRate(used, claimed)) },
    { id: 'days', name: '30 days', isEnd: true, cell: (row) => <Days row={row} /> },
  ]
}

export const showCode = ({ code }: CouponRow) => (
  <bdi dir="ltr" className={styles.code}>
    {code}
  </bdi>
)

const showClaimed = ({ claimed, stock }: CouponRow) =>
  stock === null ? showCount(claimed) : `${showCount(claimed)} of ${showCount(stock)}`
const showUsed = ({ used }: CouponRow) => (used === null ? '10,000+' : showCount(used))

export const sumDays = (rows: CouponRow[]) =>
  rows.reduce((sum, { by_day }) => sum + by_day.reduce((uses, one) => uses + one, 0), 0)

/** Renders the uses of the last days as a number, and as a line if there are any. */
function Days({ row }: { row: CouponRow }) {
  const uses = sumDays([row])
  if (uses === 0) return null
  return (
    <span className={styles.days}>
      {showCount(uses)} <Sparkline values={row.by_day} size="small" />
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
        {showGives(row)} · {showCondition(row)}
      </span>
      <span>
        {until} · {showClaimed(row)} claimed · {showUsed(row)} used
      </span>
      <Status look={couponLooks[row.status]} />
    </span>
  )
}
