import { memo, type ReactNode } from 'react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './list-table.module.css'
import { Tick } from './tick.tsx'
import { useLongPress } from './use-long-press.ts'
import type { Rows } from './use-rows.ts'

type Cell<T> = { id: string; cell: (row: T) => ReactNode; isEnd?: boolean; isExtra?: boolean; isWide?: boolean }

type Props<T> = {
  id: string
  row: T
  at: number
  isCurrent: boolean
  isTicked: boolean
  isGone: boolean
  /** Props shared by all rows. The object stays the same while nothing in it changes. */
  shared: {
    leaves: Cell<T>[]
    nameOf: (row: T) => ReactNode
    hrefOf: (row: T) => string
    card: (row: T) => ReactNode
    hasTicks: boolean
    /** Whether the checkbox of each row is shown. */
    hasBoxes: boolean
    rows: Rows
    measure: (row: HTMLTableRowElement | null) => void
    /** Moves the focus to the row. */
    point: (at: number) => void
    /** Whether the row is rendered as a card instead of cells. */
    isNarrow: boolean
  }
}

function Row<T>({ id, row, at, isCurrent, isTicked, isGone, shared }: Props<T>) {
  const { leaves, nameOf, hrefOf, card, hasTicks, hasBoxes, rows, measure, point, isNarrow } = shared
  const longPress = useLongPress(rows.tick)
  const link = (contents: ReactNode) => (
    <ConsoleLink href={hrefOf(row)} tabIndex={isCurrent ? 0 : -1} data-row>
      {contents}
    </ConsoleLink>
  )
  return (
    <tr
      {...(hasTicks && longPress(id))}
      ref={measure}
      data-index={at}
      aria-rowindex={at + 2}
      className={joinClasses(styles.row, isCurrent && styles.current, isTicked && styles.ticked, isGone && styles.gone)}
      onClick={(event) => {
        rows.moveTo(id)
        if (event.target instanceof Element && !event.target.closest('a, button, label')) point(at)
      }}
    >
      {hasBoxes && (
        <td className={styles.tickCell}>
          <Tick
            label={<>Select {nameOf(row)}</>}
            isOn={isTicked}
            onTick={(isRange) => rows.tick(id, isRange)}
            tabIndex={-1}
          />
        </td>
      )}
      {isNarrow ? (
        <td className={styles.card}>{link(card(row))}</td>
      ) : (
        <>
          <td className={styles.name}>{link(nameOf(row))}</td>
          {leaves.map(({ id: column, cell, isEnd, isExtra, isWide }) => (
            <td
              key={column}
              className={joinClasses(isEnd && styles.end, isExtra && styles.extra, isWide && styles.wide)}
            >
              {cell(row)}
            </td>
          ))}
        </>
      )}
    </tr>
  )
}

export const ListRow = memo(Row) as typeof Row
