import type { List } from '#console/list/use-list.ts'
import { Money } from '#console/ui/format/money.tsx'
import type { ReturnHead } from '#features/returns/returns.staff.contract.ts'
import { sumAsked } from '../decide/decision.rules.ts'

/** Shows the number of returns in the list, the number of late returns, and the sum of the requested refunds. */
export function ReturnsFoot({ list: { total, rows, next }, late }: { list: List<ReturnHead>; late: number }) {
  return (
    <>
      {total === null ? 'More than 10,000' : `${total} ${total === 1 ? 'return' : 'returns'}`}
      {late > 0 && `, ${late} late`}
      {/* The sum covers only the loaded rows. */}
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
      requested
    </>
  )
}
