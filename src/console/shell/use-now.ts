import { useSyncExternalStore } from 'react'
import { minuteMs } from '#contract/times/times.ts'
import { useBrowserValue } from '#ui/state/use-store.ts'
import { useConsole } from './console-context.ts'

const toMinute = (at: number) => Math.floor(at / minuteMs) * minuteMs
const readMinute = () => toMinute(Date.now())
/** A minute is told soon after it has begun; whoever reads it is drawn anew only then. */
const lookMs = minuteMs / 4

function followMinutes(changed: () => void): () => void {
  const timer = setInterval(changed, lookMs)
  return () => clearInterval(timer)
}

/** The minute that it is. A page begins with the one it was rendered in, so that nothing is drawn twice while it starts. */
export function useNow(): number {
  const { clock } = useConsole()
  return useSyncExternalStore(followMinutes, readMinute, () => toMinute(clock.now))
}

/** The reader's own time zone. The server knows it from the second page on. */
export function useZone(): string {
  const { clock } = useConsole()
  return useBrowserValue(findZone, () => clock.zone)
}

let known: string | undefined
export function findZone(): string {
  known ??= new Intl.DateTimeFormat().resolvedOptions().timeZone
  return known
}
