import { allowsScope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { Finder } from '../additions.ts'
import type { FoundThing, PaletteSearch } from './palette.rules.ts'

/** Asks every list that this person may read at once; one that fails holds up none of the others. */
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
