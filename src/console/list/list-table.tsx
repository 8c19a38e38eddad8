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
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { joinClasses } from '#web/ui/join-classes.ts'
import { useMe } from '../console-context.ts'
import { ConsoleLink } from '../console-link.tsx'
import { Button } from '../ui/button.tsx'
import { useKeys } from '../use-keys.ts'
import type { ColumnOrder } from './column-choice.rules.ts'
import styles from './list-table.module.css'
import type { List } from './use-list.ts'
import { useLongPress } from './use-long-press.ts'
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

const features = tableFeatures({ columnVisibilityFeature, columnOrderingFeature })
/** As `--row` says; a card on a phone is measured. */
const rowHeights = { normal: 40, compact: 34 }
/** What the server draws, before anybody knows how high the window is. */
const firstRect = { width: 1280, height: 1000 }
/** Rows from the end at which the next page is asked for. */
const ahead = 10

/** Rows of a list under a sticky head: only those in sight are drawn, the cursor is its one stop of the Tab key. */
export function ListTable<T extends RowData>(props: Props<T>) {
  const { label, list, rows, columns, order, nameOf, hrefOf, nameHeading, card, sort, hasTicks } = props
  const { open, peek } = props
  const { compact_rows: isCompact } = useMe()
  const body = useRef<HTMLTableSectionElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(findTop(body.current)), [])
  const hiddenIds = order?.hidden.join() ?? ''
  const orderIds = order?.order.join() ?? ''
  const defined = useMemo(() => defineColumns(columns), [columns])
  const columnVisibility = useMemo(() => Object.fromEntries(hiddenIds.split(',').map((id) => [id, false])), [hiddenIds])
  const columnOrder = useMemo(() => orderIds.split(',').filter(Boolean), [orderIds])
  const table = useTable({
    features,
    columns: defined,
    data: list.rows,
    getRowId: list.keyOf,
    state: { columnVisibility, columnOrder },
  })
  const shownRows = table.getRowModel().rows
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: shownRows.length,
    estimateSize: () => (isCompact ? rowHeights.compact : rowHeights.normal),
    overscan: 12,
    initialRect: firstRect,
    scrollMargin: margin,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 60,
    getItemKey: (at) => shownRows[at]?.id ?? at,
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
  const longPress = useLongPress((key) => rows.tick(key))
  const leaves = table.getVisibleLeafColumns().flatMap(({ id }) => columns.find((column) => column.id === id) ?? [])
  const tickedCount = rows.ticked.length
  const width = leaves.length + (hasTicks ? 2 : 1)
  return (
    <>
      {list.held > 0 && (
        <Button tone="quiet" className={styles.held} onClick={list.showHeld}>
          {list.held} new
        </Button>
      )}
      <div className={styles.sideways}>
        <table className={styles.table} aria-label={label} aria-rowcount={list.total ?? -1}>
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
          <tbody ref={body} onKeyDown={stopAtLinks}>
            {first && first.start > margin && <Gap height={first.start - margin} width={width} />}
            {items.map(({ index: at, key }) => {
              const row = shownRows[at]
              if (!row) return null
              const isCurrent = at === index
              const isTicked = rows.isTicked(row.id)
              return (
                <tr
                  key={key}
                  {...(hasTicks && longPress(row.id))}
                  ref={virtual.measureElement}
                  data-index={at}
                  aria-rowindex={at + 2}
                  className={joinClasses(
                    styles.row,
                    isCurrent && styles.current,
                    isTicked && styles.ticked,
                    list.gone.has(row.id) && styles.gone,
                  )}
                  onClick={(event) => {
                    rows.moveTo(row.id)
                    if (event.target instanceof Element && !event.target.closest('a, button, label'))
                      focusRow(body.current, at)
                  }}
                >
                  {hasTicks && (
                    <td className={styles.tickCell}>
                      <Tick
                        label={<>Select {nameOf(row.original)}</>}
                        isOn={isTicked}
                        onTick={(isRange) => rows.tick(row.id, isRange)}
                        tabIndex={-1}
                      />
                    </td>
                  )}
                  <td className={styles.name}>
                    <ConsoleLink href={hrefOf(row.original)} tabIndex={isCurrent ? 0 : -1} data-row>
                      {nameOf(row.original)}
                    </ConsoleLink>
                  </td>
                  {row.getVisibleCells().map((cell) => {
                    const column = columns.find(({ id }) => id === cell.column.id)
                    return (
                      <td
                        key={cell.id}
                        className={joinClasses(column?.isEnd && styles.end, column?.isExtra && styles.extra)}
                      >
                        <table.FlexRender cell={cell} />
                      </td>
                    )
                  })}
                  <td className={styles.card}>
                    <ConsoleLink href={hrefOf(row.original)} tabIndex={isCurrent ? 0 : -1} data-row>
                      {card(row.original)}
                    </ConsoleLink>
                  </td>
                </tr>
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

function defineColumns<T extends RowData>(columns: Column<T>[]) {
  const helper = createColumnHelper<typeof features, T>()
  return helper.columns(
    columns.map(({ id, name, cell }) => helper.display({ id, header: name, cell: ({ row }) => cell(row.original) })),
  )
}

function Heading<T>({ column, sort }: { column: Column<T>; sort?: Props<T>['sort'] | undefined }) {
  const { name, isEnd, isExtra, sort: by } = column
  const className = joinClasses(isEnd && styles.end, isExtra && styles.extra)
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

type TickProps = {
  label: ReactNode
  isOn: boolean
  isMixed?: boolean
  tabIndex?: number
  onTick: (isRange: boolean) => void
}

function Tick({ label, isOn, isMixed = false, tabIndex, onTick }: TickProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <label className={styles.tick}>
      <input
        ref={box}
        type="checkbox"
        checked={isOn}
        tabIndex={tabIndex}
        onChange={(event) => onTick('shiftKey' in event.nativeEvent && event.nativeEvent.shiftKey === true)}
      />
      <span className="visually-hidden">{label}</span>
    </label>
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
