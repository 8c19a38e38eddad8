import { useEffect, useRef } from 'react'
import type { Rows } from '../table/use-rows.ts'

type Search = Record<string, string | undefined>
/** Somebody who runs down a list with a key held writes one address, not a hundred. */
const restMs = 300

/** Keeps the row under the cursor in the address, so that `back` and a colleague find it; an open peek follows the cursor. */
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
    }, restMs)
    return () => clearTimeout(timer)
  }, [cursor, isKept])
}
