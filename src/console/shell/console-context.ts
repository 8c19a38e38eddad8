import { createContext, useContext } from 'react'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import type { Me } from '#features/staff/me.staff.contract.ts'
import type { ConsoleAdditions } from '../additions.ts'

/** The context of every loader and screen of the console. */
export type ConsoleContext = {
  /** The parts of features that the frame shows. */
  additions: ConsoleAdditions
  /** Makes a call from a form. */
  call: MakeStaffCall
  /** Makes a call from a loader. Refusals become pages. */
  load: MakeStaffCall
  /** The signed-in member, or null on the sign-in screens. */
  me: Me | null
  shop: Me['shop']
  /** The time of rendering and the reader's time zone, so that server and browser render the same text. */
  clock: { now: number; zone: string }
  /** Whether the browser claims to run on a phone. */
  isPhone: boolean
  /** The start script and the code files. Set on the server only. */
  start?: { script: string; entry: string; files: string[] }
}

/** The context for components. Loaders get this context from the router. */
export const ConsoleReact = createContext<ConsoleContext | null>(null)

export function useConsole(): ConsoleContext {
  const found = useContext(ConsoleReact)
  if (!found) throw new Error('Outside of the console')
  return found
}

/** Returns the signed-in member. Screens inside the frame always have one. */
export function useMe(): Me {
  const { me } = useConsole()
  if (!me) throw new Error('Nobody is signed in')
  return me
}
