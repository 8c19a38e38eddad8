import { useEffect, useRef } from 'react'
import type { Rows } from '../table/use-rows.ts'

type Search = Record<string, string | undefined>
/** 300 ms: holding a key while moving through a list changes the address once, not for every row. */
const debounceMs = 300

/**
 * Keeps the row under the cursor in the address, for the browser's Back and for shared links. An open preview follows
 * the cursor.
 */
export function useCursorAddress(
  { cursor }: Rows,
  search: Search,
  change: (change: Search) => void,
  isKept: boolean,
): void {
  const last = useRef(cursor)
  const known = useRef({ search, change })
  known.current = { search, change }
  useEffect(() => {
    if (!isKept || cursor === last.current) return
    last.current = cursor
    const timer = setTimeout(() => {
      const now = known.current
      const at = cursor ?? undefined
      if (now.search.at !== at) now.change({ at, ...(now.search.peek && { peek: at }) })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [cursor, isKept])
}
