import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Button } from '#console/ui/buttons/button.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { List } from '../use-list.ts'
import type { ColumnOrder } from './column-choice.rules.ts'
import { type ColumnHead, ListHead, type Sort } from './list-head.tsx'
import { ListRow } from './list-row.tsx'
import styles from './list-table.module.css'
import { useCursor } from './use-cursor.ts'
import { useRowWindow } from './use-row-window.ts'
import type { Rows } from './use-rows.ts'

export type Column<T> = ColumnHead & {
  cell: (row: T) => ReactNode
  /** True for a column that cannot be hidden. */
  isFixed?: boolean
}

type Props<T> = {
  /** Accessible name of the table. */
  label: string
  list: List<T>
  rows: Rows
  columns: Column<T>[]
  /** Ids of the hidden columns, and the order of all columns. */
  order?: ColumnOrder
  nameOf: (row: T) => ReactNode
  hrefOf: (row: T) => string
  /** The heading of the name column, which comes first and contains the link. */
  nameHeading: string
  /** The content of a row on a phone. */
  card: (row: T) => ReactNode
  sort?: Sort
  /** Whether rows can be ticked. */
  hasTicks?: boolean
  open: (row: T) => void
  peek?: (row: T) => void
}

/**
 * Renders the rows of a list under a sticky head. Only visible rows are rendered, and the Tab key stops only at the row
 * under the cursor.
 */
export function ListTable<T>(props: Props<T>) {
  const { label, list, rows, columns, order, nameOf, hrefOf, nameHeading, card, sort, hasTicks = false } = props
  const { open, peek } = props
  const isNarrow = useNarrow()
  const body = useRef<HTMLTableSectionElement>(null)
  const leaves = useShown(columns, order)
  const { virtual, items, before, after } = useRowWindow(list, body, isNarrow)
  const point = useCursor(body, virtual, { list, rows, hasTicks, open, peek })
  const { measureElement: measure } = virtual
  const tickedCount = rows.ticked.length
  // On a phone, a long press ticks the first row. Boxes are shown from then on.
  const hasBoxes = hasTicks && (!isNarrow || tickedCount > 0)
  // One object for all rows. The object stays the same while the window scrolls, so no row renders again.
  const shared = useMemo(
    () => ({ leaves, nameOf, hrefOf, card, hasTicks, hasBoxes, rows, measure, point, isNarrow }),
    [leaves, nameOf, hrefOf, card, hasTicks, hasBoxes, rows, measure, point, isNarrow],
  )
  const width = leaves.length + (hasTicks ? 2 : 1)
  const ticks = hasTicks ? { rowCount: list.rows.length, tickedCount, tickAll: rows.tickAll } : undefined
  return (
    <>
      <HeldRows list={list} />
      <div className={styles.sideways}>
        <table
          className={joinClasses(styles.table, isNarrow && styles.cards)}
          aria-label={label}
          aria-rowcount={list.total ?? -1}
        >
          {!isNarrow && <ListHead name={nameHeading} columns={leaves} sort={sort} ticks={ticks} />}
          <tbody ref={body} onKeyDown={stopAtLinks}>
            {before > 0 && <Gap height={before} width={width} />}
            {items.map(({ index: at, key }) => {
              const row = list.rows[at]
              if (row === undefined) return null
              const id = list.keyOf(row)
              const state = { isCurrent: at === rows.index, isTicked: rows.isTicked(id), isGone: list.gone.has(id) }
              return <ListRow key={key} id={id} row={row} at={at} {...state} shared={shared} />
            })}
            {after > 0 && <Gap height={after} width={width} />}
          </tbody>
        </table>
      </div>
      <ListEnd list={list} />
    </>
  )
}

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
const helper = createColumnHelper<typeof features, RowData>()
const noData: RowData[] = []

/** Returns the shown columns in their order. The table gets no rows, because an object for each cell would cost too much. */
function useShown<T>(columns: Column<T>[], order: ColumnOrder | undefined): Column<T>[] {
  const hiddenIds = order?.hidden.join() ?? ''
  const orderIds = order?.order.join() ?? ''
  const defined = useMemo(() => helper.columns(columns.map(({ id }) => helper.display({ id }))), [columns])
  const columnVisibility = useMemo(() => Object.fromEntries(hiddenIds.split(',').map((id) => [id, false])), [hiddenIds])
  const columnOrder = useMemo(() => orderIds.split(',').filter(Boolean), [orderIds])
  const table = useTable({ features, columns: defined, data: noData, state: { columnVisibility, columnOrder } })
  const shownIds = table
    .getVisibleLeafColumns()
    .map(({ id }) => id)
    .join()
  return useMemo(
    () => shownIds.split(',').flatMap((id) => columns.find((column) => column.id === id) ?? []),
    [columns, shownIds],
  )
}

/** Offers rows that arrived while the list was open. */
function HeldRows<T>({ list }: { list: List<T> }) {
  return (
    list.held > 0 && (
      <Button tone="quiet" className={styles.held} onClick={list.showNewRows}>
        {list.held} new
      </Button>
    )
  )
}

/** Reports that the next page is loading, or that it failed to load. */
function ListEnd<T>({ list }: { list: List<T> }) {
  return (
    <>
      {list.problem && (
        <p className={styles.problem} role="alert">
          {list.problem} <Button onClick={list.more}>Try again</Button>
        </p>
      )}
      {list.isBusy && (
        <p className={styles.busy} role="status">
          More …
        </p>
      )}
    </>
  )
}

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden className={styles.gap} style={{ blockSize: height }}>
      <td colSpan={width} />
    </tr>
  )
}

/** Keeps the space key from scrolling the page, because on a row it opens the preview. */
function stopAtLinks(event: KeyboardEvent): void {
  const { key, target } = event
  if (key === ' ' && target instanceof Element && target.matches('[data-row]')) event.preventDefault()
}
