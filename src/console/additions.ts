import type { ComponentType } from 'react'
import type { Scope } from '#contract/scopes.ts'
import type { MakeStaffCall, StaffCall } from '#contract/staff-call.ts'
import type { FoundThing, PaletteSearch } from './palette/palette.rules.ts'

/** Finds records of one kind for the palette. */
export type Finder = {
  kind: PaletteSearch['kind']
  scope: Scope
  find: (call: MakeStaffCall, q: string, signal: AbortSignal) => Promise<FoundThing[]>
}

/** What features add to the frame. The frame itself knows no feature: `app/console/additions.ts` lists all of it. */
export type ConsoleAdditions = {
  /** Loaded when the palette is first used. */
  loadFinders: () => Promise<readonly Finder[]>
  /** The calls whose words may wait for a connection, by what they are about. */
  notes: Readonly<Record<string, StaffCall>>
  /** Parts that stand above the name of the person who is signed in. */
  besidePerson: readonly { scope: Scope; Part: ComponentType }[]
}

/** A palette shows as many of each kind as fit on the screen together. */
export const mostFound = 4

/** `on_hold` as people read it. */
export const formatStatus = (status: string) => `${status[0]?.toUpperCase()}${status.slice(1).replaceAll('_', ' ')}`
