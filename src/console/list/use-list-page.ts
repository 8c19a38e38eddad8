import type { StaffPage } from '#contract/calls/staff-call.ts'
import { useCursorAddress } from './moves/use-cursor-address.ts'
import { useRows } from './table/use-rows.ts'
import { useList, useListAddress } from './use-list.ts'

type Search = Record<string, string | undefined>

type ListPageOptions<T> = {
  path: string
  /** The first page of rows from the loader. */
  first: StaffPage<T>
  keyOf: (row: T) => string
  /** Loads the rows of a search. `after` is the page cursor. */
  read: (search: Search) => Promise<StaffPage<T>>
  /** Live topics that announce changed rows. The default is the topic of the counts. */
  topics?: string[]
  /** The most rows that can be selected at once. Zero hides the checkboxes. */
  maxSelected?: number
  /** Whether the address contains the row under the cursor, for the browser's Back and for shared links. */
  isCursorInAddress?: boolean
}

export type ListPageState<T> = ReturnType<typeof useListPage<T>>

/**
 * Returns the state that a list page shares with its parts: the address, the loaded rows, the cursor and the selection.
 */
export function useListPage<T>({
  path,
  maxSelected = 0,
  isCursorInAddress = false,
  ...listOptions
}: ListPageOptions<T>) {
  const { search, change } = useListAddress(path)
  const list = useList<T>({ ...listOptions, search })
  const at = isCursorInAddress ? (search.peek ?? search.at) : search.at
  const rows = useRows(list.rows.map(list.keyOf), { at, max: maxSelected })
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
    hasTicks: maxSelected > 0,
    /** Changes filters or sorting. The row in the address is cleared, because it may not be in the new list. */
    filter: (words: Search) => change(isCursorInAddress ? { ...words, at: undefined, peek: undefined } : words),
    /** The row in the open preview. */
    previewed: search.peek ? current : undefined,
    togglePreview: (row: T) => {
      const key = list.keyOf(row)
      if (isCursorInAddress) change({ peek: search.peek === key ? undefined : key, at: key })
      else change({ peek: search.peek ? undefined : '1' })
    },
    closePreview: () => change({ peek: undefined }),
  }
}
