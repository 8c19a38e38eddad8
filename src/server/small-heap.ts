import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * By how much the heap may grow, in percent of what lives in it, before all of it is collected: V8 would take 300. It reads this at the end
 * of each collection and at no other time, so it may change while the process runs.
 */
const usualGrowth = 70
const smallGrowth = 50
let users = 0

/** For a process that answers requests, once at its start: docs/decisions/0049. */
export function boundHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${usualGrowth}`)
  // V8 learns which lines make things that last, and from then on makes them all among the old. The same lines make what is kept in memory
  // and what goes out with the next answer: some processes had half of every answer lie there until the whole heap was collected.
  setFlagsFromString('--no-allocation-site-pretenuring')
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

/**
 * Gives back what loading all code left behind, 30 MB of it: V8 would keep the room for as long as nothing needs it. It takes some dozens of
 * milliseconds, so it is done before the first request is answered and never again.
 */
export function clearUpAfterStart(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as Collect
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Runs work that goes on for minutes beside everything else. What it holds while the database answers grows old and is left lying until the
 * whole heap is collected.
 */
export async function inSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  if (users++ === 0) setFlagsFromString(`--heap-growing-percent=${smallGrowth}`)
  try {
    return await work()
  } finally {
    if (--users === 0) boundHeapGrowth()
  }
}
