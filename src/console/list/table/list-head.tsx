import { ArrowDown, ArrowUp } from 'lucide-react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './list-table.module.css'
import { Tick } from './tick.tsx'

export type ColumnHead = {
  id: string
  name: string
  /** Aligns the column to the end, for numbers and money. */
  isEnd?: boolean
  /** The value for ascending order. Descending order has a minus in front. */
  sort?: string
  /** True for a column that is hidden first in a narrow window. */
  isExtra?: boolean
  /** True for a column that is shown in large windows only. */
  isWide?: boolean
}

export type Sort = { by: string; change: (by: string) => void }

type Props = {
  /** The heading of the name, which comes first. */
  name: string
  columns: ColumnHead[]
  sort: Sort | undefined
  /** The selection of rows. Without this value, rows cannot be ticked. */
  ticks: { rowCount: number; tickedCount: number; tickAll: (isOn: boolean) => void } | undefined
}

/** Renders the headings of a list, with the checkbox that ticks all rows. */
export function ListHead({ name, columns, sort, ticks }: Props) {
  return (
    <thead>
      <tr>
        {ticks && (
          <th className={styles.tickCell}>
            <Tick
              label="Select all"
              isOn={ticks.tickedCount > 0 && ticks.tickedCount === ticks.rowCount}
              isMixed={ticks.tickedCount > 0 && ticks.tickedCount < ticks.rowCount}
              onTick={() => ticks.tickAll(ticks.tickedCount === 0)}
            />
          </th>
        )}
        <th>{name}</th>
        {columns.map((column) => (
          <Heading key={column.id} column={column} sort={sort} />
        ))}
      </tr>
    </thead>
  )
}

function Heading({ column, sort }: { column: ColumnHead; sort: Sort | undefined }) {
  const { name, isEnd, isExtra, isWide, sort: by } = column
  const className = joinClasses(isEnd && styles.end, isExtra && styles.extra, isWide && styles.wide)
  if (!sort || !by) return <th className={className}>{name}</th>
  const isUp = sort.by === by
  const isDown = sort.by === `-${by}`
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <th className={className} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      <button type="button" className={styles.sort} onClick={() => sort.change(isDown ? by : `-${by}`)}>
        {name}
        {(isUp || isDown) && <Arrow size={14} strokeWidth={1.9} aria-hidden />}
      </button>
    </th>
  )
}
