import { useSyncExternalStore } from 'react'
import { minuteMs } from '#contract/times/times.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { useConsole } from './console-context.ts'

const startOfMinute = (at: number) => Math.floor(at / minuteMs) * minuteMs
const readMinute = () => startOfMinute(Date.now())
/** A quarter of a minute: the time is checked this often, and components render only when the minute changes. */
const checkMs = minuteMs / 4

function subscribeToMinutes(changed: () => void): () => void {
  const timer = setInterval(changed, checkMs)
  return () => clearInterval(timer)
}

/**
 * Returns the current minute. A page starts with the minute of its rendering, so that nothing renders twice at the
 * start.
 */
export function useNow(): number {
  const { clock } = useConsole()
  return useSyncExternalStore(subscribeToMinutes, readMinute, () => startOfMinute(clock.now))
}

/** Returns the reader's time zone. The server knows the time zone from the second page on. */
export function useZone(): string {
  const { clock } = useConsole()
  return useBrowserValue(findZone, () => clock.zone)
}

let known: string | undefined
export function findZone(): string {
  known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return known
}
