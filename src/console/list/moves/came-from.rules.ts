import { toQuery } from '#contract/calls/call.ts'
import type { PlaceInList } from '#contract/calls/staff-call.ts'
import { whichRows } from '../bulk/which-rows.ts'

type Search = Record<string, string | undefined>

/** A list as it opens has no words of its own. */
const asItOpens = '-'
/** Longer than any list's address gets by itself. */
const longest = 1000

/** The list that somebody comes from, as one word in the address of a row's page. */
export const writeCameFrom = (search: Search): string => toQuery(whichRows(search)).slice(1) || asItOpens

/** Null for whoever came from no list. */
export function readCameFrom(word: string | undefined): Record<string, string> | null {
  if (!word) return null
  return word === asItOpens ? {} : Object.fromEntries(new URLSearchParams(word.slice(0, longest)))
}

/** `To pack, 4 of 14`; without the numbers where nobody counts, or where it has left the list. */
export function tellPlace(list: string, place: PlaceInList | null): string {
  if (!place?.position || !place.total) return list
  const { position, total } = place
  return `${list}, ${position} of ${total}`
}
