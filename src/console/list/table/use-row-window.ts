import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, startTransition, useEffect, useState } from 'react'
import { useMe } from '#console/shell/console-context.ts'
import type { List } from '../use-list.ts'

/** Row heights in pixels, as in `--row`. The height of a card is an estimate until the card is measured. */
const rowHeights = { normal: 40, compact: 34, card: 88 }
/** Window sizes for server rendering, which does not know the real size. Few rows make a page start quickly. */
const firstRects = { table: { width: 1280, height: 1000 }, cards: { width: 400, height: 850 } }
/** Rows drawn beyond both edges of the window. Rows of a table are low, so more of them are drawn. */
const beyond = { table: 12, cards: 5 }
/** Rows before the end at which the next page is loaded. */
const ahead = 10

/**
 * Finds the rows in sight and the heights before and after these rows, and loads the next page near the end of the
 * list.
 */
export function useRowWindow<T>(list: List<T>, body: RefObject<HTMLElement | null>, isNarrow: boolean) {
  const { rows, keyOf } = list
  const { compact_rows: isCompact } = useMe()
  const look = isNarrow ? 'cards' : 'table'
  const [margin, setMargin] = useState(0)
  // The margin moves rows by less than the height of the rows drawn beyond the window, so a transition suffices.
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: loads once each time the end of the list becomes visible.
  useEffect(() => {
    if (isNearEnd && list.next !== null && list.problem === null) list.more()
  }, [isNearEnd, list.next])
  return {
    virtual,
    items,
    /** Pixels of the rows before the first drawn row and after the last drawn row. */
    before: first ? first.start - margin : 0,
    after: last ? virtual.getTotalSize() + margin - last.end : 0,
  }
}

/** Returns the distance in pixels from the top of the page to the rows. */
function findTop(body: HTMLElement | null): number {
  return body ? body.getBoundingClientRect().top + window.scrollY : 0
}
