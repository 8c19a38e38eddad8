import { useRef, useState } from 'react'

export type PageOf<T> = { data: T[]; meta: { pagination: { current_page: number; total_pages: number } } }

type State<F, T> = { filter: F; items: T[]; page: number; pages: number; isBusy: boolean; hasFailed: boolean }

/** A list that grows page by page and starts anew when its filter changes. The first page comes with the screen. */
export function useFilteredPages<F, T>(
  first: PageOf<T>,
  unfiltered: F,
  load: (filter: F, page: number) => Promise<PageOf<T>>,
) {
  const [state, setState] = useState<State<F, T>>(() => start(first, unfiltered))
  const [from, setFrom] = useState(first)
  const asked = useRef(0)
  // The screen was loaded anew: its first page is the truth again.
  if (from !== first) {
    setFrom(first)
    setState(start(first, unfiltered))
  }

  async function fetchPage(filter: F, page: number) {
    asked.current += 1
    const turn = asked.current
    setState((now) => ({ ...now, filter, isBusy: true, hasFailed: false }))
    try {
      const { data, meta } = await load(filter, page)
      // A slow answer to an older question must not replace a newer one.
      if (turn !== asked.current) return
      setState((now) => ({
        filter,
        items: page === 1 ? data : [...now.items, ...data],
        page,
        pages: meta.pagination.total_pages,
        isBusy: false,
        hasFailed: false,
      }))
    } catch {
      if (turn === asked.current) setState((now) => ({ ...now, isBusy: false, hasFailed: true }))
    }
  }

  return {
    filter: state.filter,
    items: state.items,
    isBusy: state.isBusy,
    hasFailed: state.hasFailed,
    hasMore: state.pages > state.page,
    changeFilter: (filter: F) => void fetchPage(filter, 1),
    loadMore: () => void fetchPage(state.filter, state.page + 1),
  }
}

function start<F, T>({ data, meta }: PageOf<T>, filter: F): State<F, T> {
  const { current_page: page, total_pages: pages } = meta.pagination
  return { filter, items: data, page, pages, isBusy: false, hasFailed: false }
}
