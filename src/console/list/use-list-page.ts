import type { StaffPage } from '#contract/calls/staff-call.ts'
import { useCursorAddress } from './moves/use-cursor-address.ts'
import { useRows } from './table/use-rows.ts'
import { useList, useListAddress } from './use-list.ts'

type Search = Record<string, string | undefined>

type Wanted<T> = {
  /** The address of the page. */
  path: string
  /** The first page of rows, as the loader returned it. */
  first: StaffPage<T>
  keyOf: (row: T) => string
  /** Reads the rows of an address; `after` names the page. */
  read: (search: Search) => Promise<StaffPage<T>>
  /** Live topics that announce changed rows; by default those of the counts. */
  topics?: string[]
  /** How many rows can be selected at once. Zero means that rows have no checkbox. */
  selectMost?: number
  /** Whether the address names the row under the cursor, so that `back` and a shared link find the row again. */
  isCursorInAddress?: boolean
}

export type ListPageState<T> = ReturnType<typeof useListPage<T>>

/** Returns the state that a list page shares with its parts: the address, the rows read so far, the cursor and the selection. */
export function useListPage<T>({ path, selectMost = 0, isCursorInAddress = false, ...wanted }: Wanted<T>) {
  const { search, change } = useListAddress(path)
  const list = useList<T>({ ...wanted, search })
  const at = isCursorInAddress ? (search.peek ?? search.at) : search.at
  const rows = useRows(list.rows.map(list.keyOf), { at, most: selectMost })
  useCursorAddress(rows, search, change, isCursorInAddress)
  const current = list.rows[rows.index]
  return {
    path,
    search,
    change,
    list,
    rows,
    /** The row under the cursor. */
    current,
    hasTicks: selectMost > 0,
    /** Changes filters or sorting. The row that the address names may not be among the new rows. */
    filter: (words: Search) => change(isCursorInAddress ? { ...words, at: undefined, peek: undefined } : words),
    /** The row that is open beside the list. */
    peeked: search.peek ? current : undefined,
    togglePeek: (row: T) => {
      const key = list.keyOf(row)
      if (isCursorInAddress) change({ peek: search.peek === key ? undefined : key, at: key })
      else change({ peek: search.peek ? undefined : '1' })
    },
    closePeek: () => change({ peek: undefined }),
  }
}
