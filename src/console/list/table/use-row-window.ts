import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useState } from 'react'
import { useMe } from '#console/shell/console-context.ts'
import type { List } from '../use-list.ts'

/** As `--row` says; a card is about so high, and measured. */
const rowHeights = { normal: 40, compact: 34, card: 88 }
/** What the server draws, before anybody knows how high the window is: a page that starts has the less to do the fewer rows it has. */
const firstRects = { table: { width: 1280, height: 1000 }, cards: { width: 400, height: 850 } }
/** Rows beyond both edges of the window: those of a table are low. */
const beyond = { table: 12, cards: 5 }
/** Rows from the end at which the next page is asked for. */
const ahead = 10

/** Finds the rows in sight and the heights before and after them, and asks for the next page near the end of the list. */
export function useRowWindow<T>(list: List<T>, body: RefObject<HTMLElement | null>, isNarrow: boolean) {
  const { rows, keyOf } = list
  const { compact_rows: isCompact } = useMe()
  const look = isNarrow ? 'cards' : 'table'
  const [margin, setMargin] = useState(0)
  // It moves rows by less than what is drawn beyond the window, so nobody waits for it.
  useEffect(() => startTransition(() => setMargin(findTop(body.current))), [body])
  const virtual = useWindowVirtualizer<HTMLTableRowElement>({
    count: rows.length,
    estimateSize: () => (isNarrow ? rowHeights.card : isCompact ? rowHeights.compact : rowHeights.normal),
    overscan: beyond[look],
    initialRect: firstRects[look],
    scrollMargin: margin,
    scrollPaddingStart: 40,
    scrollPaddingEnd: 60,
    getItemKey: (at) => {
      const row = rows[at]
      return row === undefined ? at : keyOf(row)
    },
  })
  const items = virtual.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = (last?.index ?? 0) >= rows.length - ahead
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each end that comes into sight.
  useEffect(() => {
    if (isNearEnd && list.next !== null && list.problem === null) list.more()
  }, [isNearEnd, list.next])
  return {
    virtual,
    items,
    /** Pixels of the rows before the first and after the last that are drawn. */
    before: first ? first.start - margin : 0,
    after: last ? virtual.getTotalSize() + margin - last.end : 0,
  }
}

/** How far from the top of the page the rows begin. */
function findTop(body: HTMLElement | null): number {
  return body ? body.getBoundingClientRect().top + window.scrollY : 0
}
