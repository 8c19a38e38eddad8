import type { ComponentType } from 'react'
import type { Scope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall, StaffCall } from '#contract/calls/staff-call.ts'
import type { PaletteSearch, SearchResult } from './palette/palette.rules.ts'

/** Finds records of one kind for the palette. */
export type Finder = {
  kind: PaletteSearch['kind']
  scope: Scope
  find: (call: MakeStaffCall, q: string, signal: AbortSignal) => Promise<SearchResult[]>
}

/** The parts of features that the console's frame shows. The frame imports no feature, so `app/console/additions.ts` registers the parts. */
export type ConsoleAdditions = {
  /** Loads the finders when the palette is first used. */
  loadFinders: () => Promise<readonly Finder[]>
  /** Calls that add a note, by kind of record. A note is kept and sent later when the connection is lost. */
  notes: Readonly<Record<string, StaffCall>>
  /** Components above the name of the signed-in member. */
  memberAreaParts: readonly { scope: Scope; Part: ComponentType }[]
}

/** The number of results of each kind in the palette, low enough that several kinds fit on the screen. */
export const maxResults = 4

/** Formats a status such as `on_hold` as "On hold". */
export const formatStatus = (status: string) => `${status[0]?.toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`
