import { createContext, useContext } from 'react'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import type { ConsoleAdditions } from '../additions.ts'

/** What every loader and screen of the console is handed. */
export type ConsoleContext = {
  /** The parts of features that the frame shows. */
  additions: ConsoleAdditions
  /** A call, as a form makes it. */
  call: MakeStaffCall
  /** A call, as a loader makes it: refusals become pages. */
  load: MakeStaffCall
  /** Nobody on the screens of signing in. */
  me: Me | null
  shop: Me['shop']
  /** When the page was rendered, and the time zone of whoever reads it: both sides begin with the same words. */
  clock: { now: number; zone: string }
  /** Whether the browser said that it is a phone's. */
  isPhone: boolean
  /** The script that starts a page and the files of its code; only the server writes them. */
  start?: { script: string; entry: string; files: string[] }
}

/** For components: loaders get it from the router. */
export const ConsoleReact = createContext<ConsoleContext | null>(null)

export function useConsole(): ConsoleContext {
  const found = useContext(ConsoleReact)
  if (!found) throw new Error('Outside of the console')
  return found
}

/** Whoever is signed in; screens behind the frame have one. */
export function useMe(): Me {
  const { me } = useConsole()
  if (!me) throw new Error('Nobody is signed in')
  return me
}
