import { allowsScope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { Finder } from '../additions.ts'
import type { FoundThing, PaletteSearch } from './palette.rules.ts'

/** Searches all lists that the member may read at once. A failed search does not affect the others. */
export async function findThings(
  finders: readonly Finder[],
  call: MakeStaffCall,
  scopes: readonly string[],
  { kind, words }: PaletteSearch,
  signal: AbortSignal,
): Promise<FoundThing[]> {
  const granted = new Set(scopes)
  const asked = finders.filter((one) => allowsScope(granted, one.scope) && (kind === 'all' || one.kind === kind))
  const found = await Promise.allSettled(asked.map(({ find }) => find(call, words, signal)))
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
}
