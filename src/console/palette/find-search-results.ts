import { allowsScope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { Finder } from '../additions.ts'
import type { PaletteSearch, SearchResult } from './palette.rules.ts'

/** Searches all lists that the member may read at once. A failed search does not affect the others. */
export async function findSearchResults(
  finders: readonly Finder[],
  call: MakeStaffCall,
  scopes: readonly string[],
  { kind, words }: PaletteSearch,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const granted = new Set(scopes)
  const searchedFinders = finders.filter(
    (one) => allowsScope(granted, one.scope) && (kind === 'all' || one.kind === kind),
  )
  const found = await Promise.allSettled(searchedFinders.map(({ find }) => find(call, words, signal)))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
