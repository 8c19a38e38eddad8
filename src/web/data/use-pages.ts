import { useMemo } from 'react'
import { useStore } from '#ui/state/use-store.ts'
import { createPages, type ListState, type PageOf, type PagesOfList } from './pages-of-list.ts'

/** Returns a list that grows page by page. When the screen reloads, the list starts over with the new first page. */
export function usePages<F, P extends PageOf<unknown>>(
  first: P,
  unfiltered: F,
  load: Parameters<typeof createPages<F, P>>[2],
): ListState<F, P> & Omit<PagesOfList<F, P>, 'state'> {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new first page creates a new list, which keeps its filter and its load function.
  const { state, ...moves } = useMemo(() => createPages(first, unfiltered, load), [first])
  return { ...useStore(state), ...moves }
}
