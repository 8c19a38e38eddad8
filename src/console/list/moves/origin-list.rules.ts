import { toQuery } from '#contract/calls/call.ts'
import type { PlaceInList } from '#contract/calls/staff-call.ts'
import { pickRowParameters } from '../bulk/row-parameters.ts'

type Search = Record<string, string | undefined>

/** The mark of a list without any filters. */
const noFilters = '-'
/** 1,000: longer than any list's address. */
const maxLength = 1000

/** Formats the current list as one parameter for the address of a row's page. */
export const formatOriginList = (search: Search): string => toQuery(pickRowParameters(search)).slice(1) || noFilters

/** Parses the parameter. Returns null for a page that was not opened from a list. */
export function parseOriginList(word: string | undefined): Record<string, string> | null {
  if (!word) return null
  return word === noFilters ? {} : Object.fromEntries(new URLSearchParams(word.slice(0, maxLength)))
}

/**
 * Formats the position, such as `To pack, 4 of 14`. The numbers are left out if they are unknown, or if the row has
 * left the list.
 */
export function formatListPosition(list: string, place: PlaceInList | null): string {
  if (!place?.position || !place.total) return list
  const { position, total } = place
  return `${list}, ${position} of ${total}`
}
