import type { Pagination } from '#contract/calls/fields.ts'
import { createStore, type Store } from '#ui/state/store.ts'

export type PageOf<T> = { data: T[]; meta: { pagination: Pagination } }

export type ListState<F, P extends PageOf<unknown>> = {
  filter: F
  items: P['data']
  /** The number of shown pages. */
  pages: number
  /** The metadata of the last response, which describes the whole list. */
  meta: P['meta']
  hasMore: boolean
  isBusy: boolean
  hasFailed: boolean
}

/** Loads one page, or the first few pages at once. */
type LoadPage<F, P> = (filter: F, page: number, pagesAtOnce: number) => Promise<P>

export type PagesOfList<F, P extends PageOf<unknown>> = {
  state: Store<ListState<F, P>>
  changeFilter: (filter: F) => Promise<void>
  loadMore: () => Promise<void>
  reload: () => Promise<void>
}

/** 10: a call returns at most a hundred items, which is ten pages of ten. */
const maxConcurrentPages = 10

/**
 * Creates a list that grows page by page and starts over when its filter changes. The loader of the screen provides the
 * first page.
 */
export function createPages<F, P extends PageOf<unknown>>(
  first: P,
  unfiltered: F,
  load: LoadPage<F, P>,
): PagesOfList<F, P> {
  const state = createStore<ListState<F, P>>({
    filter: unfiltered,
    items: first.data,
    pages: 1,
    ...readMeta(first),
    isBusy: false,
    hasFailed: false,
  })
  let lastTurn = 0

  function change(changes: Partial<ListState<F, P>>) {
    state.write({ ...state.read(), ...changes })
  }

  async function fetchPage(filter: F, page: number) {
    lastTurn += 1
    const turn = lastTurn
    change({ filter, isBusy: true, hasFailed: false })
    try {
      const answer = await load(filter, page, 1)
      // A late response to an older request must not replace a newer response.
      if (turn !== lastTurn) return
      const items = page === 1 ? answer.data : [...state.read().items, ...answer.data]
      change({ items, pages: page, ...readMeta(answer), isBusy: false })
    } catch {
      if (turn === lastTurn) change({ isBusy: false, hasFailed: true })
    }
  }

  return {
    state,
    changeFilter: (filter) => fetchPage(filter, 1),
    loadMore: () => fetchPage(state.read().filter, state.read().pages + 1),
    /** Reloads the shown items after a change. If the request fails, the list stays unchanged. */
    reload: async () => {
      const turn = lastTurn
      const { filter, pages: shown } = state.read()
      const pages = Math.min(shown, maxConcurrentPages)
      const answer = await load(filter, 1, pages).catch(() => null)
      // A newer request wins over the reload.
      if (answer && turn === lastTurn) change({ items: answer.data, pages, ...readMeta(answer) })
    },
  }
}

function readMeta<P extends PageOf<unknown>>({ meta }: P): Pick<ListState<unknown, P>, 'meta' | 'hasMore'> {
  return { meta, hasMore: meta.pagination.total_pages > meta.pagination.current_page }
}
