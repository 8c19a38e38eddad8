import { toQuery } from '#contract/calls/call.ts'
import type { PlaceInList } from '#contract/calls/staff-call.ts'
import { whichRows } from '../bulk/which-rows.ts'

type Search = Record<string, string | undefined>

/** The mark of a list without any filters. */
const asItOpens = '-'
/** 1,000: longer than any list's address. */
const longest = 1000

/** Formats the current list as one parameter for the address of a row's page. */
export const writeCameFrom = (search: Search): string => toQuery(whichRows(search)).slice(1) || asItOpens

/** Parses the parameter. Returns null for a page that was not opened from a list. */
export function readCameFrom(word: string | undefined): Record<string, string> | null {
  if (!word) return null
  return word === asItOpens ? {} : Object.fromEntries(new URLSearchParams(word.slice(0, longest)))
}

/**
 * Formats the position, such as `To pack, 4 of 14`. The numbers are left out if unknown, or if the row has left the
 * list.
 */
export function tellPlace(list: string, place: PlaceInList | null): string {
  if (!place?.position || !place.total) return list
  const { position, total } = place
  return `${list}, ${position} of ${total}`
}
