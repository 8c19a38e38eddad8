import {
  columnOrderingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useMe } from '#console/shell/console-context.ts'
import { useKeys } from '#console/shell/use-keys.ts'
import { useNarrow } from '#console/shell/use-narrow.ts'
import { Button } from '#console/ui/button.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import type { List } from '../use-list.ts'
import type { ColumnOrder } from './column-choice.rules.ts'
import { ListRow } from './list-row.tsx'
import styles from './list-table.module.css'
import { Tick } from './tick.tsx'
import type { Rows } from './use-rows.ts'

export type Column<T> = {
  id: string
  name: string
  cell: (row: T) => ReactNode
  /** Numbers and money stand at the end. */
  isEnd?: boolean
  /** What `sort` is called with, from the smallest on; the other way has a minus. */
  sort?: string
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Gives way first where the window is narrow. */
  isExtra?: boolean
  /** For large windows only. */
  isWide?: boolean
}

type Props<T> = {
  /** What is in it, for those who do not see it. */
  label: string
  list: List<T>
  rows: Rows
  columns: Column<T>[]
  /** Which are hidden, and the order of all of them, by their ids. */
  order?: ColumnOrder
  nameOf: (row: T) => ReactNode
  hrefOf: (row: T) => string
  /** The heading of the name, which comes first and is the link. */
  nameHeading: string
  /** The whole row on a phone. */
  card: (row: T) => ReactNode
  sort?: { by: string; change: (by: string) => void }
  /** Whether rows can be ticked. */
  hasTicks?: boolean
  open: (row: T) => void
  peek?: (row: T) => void
}

/** As `--row` says; a card is about so high, and measured. */
const rowHeights = { normal: 40, compact: 34, card: 88 }
/** What the server draws, before anybody knows how high the window is: a page that starts has the less to do the fewer rows it has. */
const firstRects = { table: { width: 1280, height: 1000 }, cards: { width: 400, height: 850 } }
/** Rows beyond both edges of the window: those of a table are low. */
const beyond = { table: 12, cards: 5 }
/** Rows from the end at which the next page is asked for. */
const ahead = 10

/** Rows of a list under a sticky head: only those in sight are drawn, the cursor is its one stop of the Tab key. */
export function ListTable<T>(props: Props<T>) {
  const { label, list, rows, columns, order, nameOf, hrefOf, nameHeading, card, sort, hasTicks = false } = props
  const { open, peek } = props
  const { compact_rows: isCompact } = useMe()
  const isNarrow = useNarrow()
  const look = isNarrow ? 'cards' : 'table'
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  // It moves rows by less than what is drawn beyond the window, so nobody waits for it.
  useEffect(() => startTransition(() => setMargin(findTop(body.current))), [])
  const hiddenIds = order?.hidden.join() ?? ''
  const orderIds = order?.order.join() ?? ''
  const leaves = useShown(columns, orderIds, hiddenIds)
  const shownRows = list.rows
  const { keyOf } = list
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: shownRows.length,
    estimateSize: () => (isNarrow ? rowHeights.card : isCompact ? rowHeights.compact : rowHeights.normal),
    overscan: beyond[look],
    initialRect: firstRects[look],
    scrollMargin: margin,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 60,
    getItemKey: (at) => {
      const row = shownRows[at]
      return row === undefined ? at : keyOf(row)
    },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = (last?.index ?? 0) >= shownRows.length - ahead
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each end that comes into sight.
  useEffect(() => {
    if (isNearEnd && list.next !== null && list.problem === null) list.more()
  }, [isNearEnd, list.next])
  const moves = useRef(0)
  const move = (step: number) => {
    rows.move(step)
    moves.current++
  }
  const { index } = rows
  const moved = moves.current
  useEffect(() => {
    if (moved === 0 || index < 0) return
    virtual.scrollToIndex(index, { align: 'auto' })
    // Drawn a moment later where it was out of sight.
    const frame = requestAnimationFrame(() => focusRow(body.current, index))
    return () => cancelAnimationFrame(frame)
  }, [moved, index, virtual])
  const current = list.rows[index]
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    ...(hasTicks &&
      current && {
        x: () => rows.tick(list.keyOf(current)),
        'shift+x': () => rows.tick(list.keyOf(current), true),
      }),
  })
  useRowKeys(body, {
    move,
    open: () => current && open(current),
    peek: () => current && peek?.(current),
    tickAll: hasTicks ? () => rows.tickAll(true) : undefined,
  })
  const point = useCallback((at: number) => focusRow(body.current, at), [])
  const { measureElement } = virtual
  const tickedCount = rows.ticked.length
  // On a phone a long press ticks the first one; boxes are there from then on.
  const hasBoxes = hasTicks && (!isNarrow || tickedCount > 0)
  // One object for all rows: while only the window moves it stays the same, and no row is drawn anew.
  const shared = useMemo(
    () => ({ leaves, nameOf, hrefOf, card, hasTicks, hasBoxes, rows, measure: measureElement, point, isNarrow }),
    [leaves, nameOf, hrefOf, card, hasTicks, hasBoxes, rows, measureElement, point, isNarrow],
  )
  const width = leaves.length + (hasTicks ? 2 : 1)
  return (
    <>
      {list.held > 0 && (
        <Button tone="quiet" className={styles.held} onClick={list.showHeld}>
          {list.held} new
        </Button>
      )}
      <div className={styles.sideways}>
        <table
          className={joinClasses(styles.table, isNarrow && styles.cards)}
          aria-label={label}
          aria-rowcount={list.total ?? -1}
        >
          {!isNarrow && (
            <thead>
              <tr>
                {hasTicks && (
                  <th className={styles.tickCell}>
                    <Tick
                      label="Select all"
                      isOn={tickedCount > 0 && tickedCount === shownRows.length}
                      isMixed={tickedCount > 0 && tickedCount < shownRows.length}
                      onTick={() => rows.tickAll(tickedCount === 0)}
                    />
                  </th>
                )}
                <th>{nameHeading}</th>
                {leaves.map((column) => (
                  <Heading key={column.id} column={column} sort={sort} />
                ))}
              </tr>
            </thead>
          )}
          <tbody ref={body} onKeyDown={stopAtLinks}>
            {first && first.start > margin && <Gap height={first.start - margin} width={width} />}
            {items.map(({ index: at, key }) => {
              const row = shownRows[at]
              if (row === undefined) return null
              const id = keyOf(row)
              return (
                <ListRow
                  key={key}
                  id={id}
                  row={row}
                  at={at}
                  isCurrent={at === index}
                  isTicked={rows.isTicked(id)}
                  isGone={list.gone.has(id)}
                  shared={shared}
                />
              )
            })}
            {last && last.end < virtual.getTotalSize() + margin && (
              <Gap height={virtual.getTotalSize() + margin - last.end} width={width} />
            )}
          </tbody>
        </table>
      </div>
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

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
const helper = createColumnHelper<typeof features, RowData>()
const noData: RowData[] = []

/** The columns that are shown, in their order. The table knows of no rows: an object for each cell would cost more than it tells. */
function useShown<T>(columns: Column<T>[], orderIds: string, hiddenIds: string): Column<T>[] {
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

function Heading<T>({ column, sort }: { column: Column<T>; sort?: Props<T>['sort'] | undefined }) {
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

function Gap({ height, width }: { height: number; width: number }) {
  return (
    <tr aria-hidden className={styles.gap} style={{ blockSize: height }}>
      <td colSpan={width} />
    </tr>
  )
}

/** How far from the top of the page the rows begin. */
function findTop(body: HTMLElement | null): number {
  return body ? body.getBoundingClientRect().top + window.scrollY : 0
}

function focusRow(body: HTMLElement | null, index: number): void {
  const links = body?.querySelectorAll<HTMLElement>(`[data-index="${index}"] [data-row]`) ?? []
  for (const link of links) if (link.offsetParent) link.focus({ preventScroll: true })
}

/** A space scrolls the page, and on a link it does nothing: here it peeks. */
function stopAtLinks(event: KeyboardEvent): void {
  if (event.key === ' ' && (event.target as Element).matches('[data-row]')) event.preventDefault()
}

type RowKeys = { move: (step: number) => void; open: () => void; peek: () => void; tickAll: (() => void) | undefined }

/** Keys that other parts of a page need for themselves: they count while a row, or nothing at all, has the focus. */
function useRowKeys(body: { current: HTMLElement | null }, keys: RowKeys): void {
  const known = useRef(keys)
  known.current = keys
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const target = event.target as Element
      const isRow = target.matches('[data-row]') && body.current?.contains(target)
      if (!(isRow || target === document.body) || document.querySelector('dialog[open]')) return
      const isCtrl = event.ctrlKey || event.metaKey
      const run = findRun(event.key, isCtrl, known.current, Boolean(isRow))
      if (!run || event.altKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [body])
}

function findRun(key: string, isCtrl: boolean, keys: RowKeys, isRow: boolean): (() => void) | undefined {
  if (isCtrl) return key === 'a' ? keys.tickAll : undefined
  if (key === 'ArrowDown') return () => keys.move(1)
  if (key === 'ArrowUp') return () => keys.move(-1)
  if (key === ' ') return keys.peek
  // On a row its own link opens it.
  return key === 'Enter' && !isRow ? keys.open : undefined
}
