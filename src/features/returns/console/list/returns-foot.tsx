import type { List } from '#console/list/use-list.ts'
import { Money } from '#console/ui/money.tsx'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { sumAsked } from '../decide/decision.rules.ts'

/** How many returns the list has, how many of them are late, and the refunds that they ask for. */
export function ReturnsFoot({ list: { total, rows, next }, late }: { list: List<ReturnHead>; late: number }) {
  return (
    <>
      {total === null ? 'More than anybody counts' : `${total} ${total === 1 ? 'return' : 'returns'}`}
      {late > 0 && `, ${late} late`}
      {/* What is not shown yet is not added up. */}
      {rows.length > 0 && next === null && <AskedFor rows={rows} />}
    </>
  )
}

function AskedFor({ rows }: { rows: ReturnHead[] }) {
  const sums = sumAsked(rows)
  return (
    <>
      {', '}
      {sums.map((sum, at) => (
        <span key={sum.currency}>
          {at > 0 && ' + '}
          <Money of={sum} />
        </span>
      ))}{' '}
      asked for
    </>
  )
}
