import { setFlagsFromString } from 'node:v8'

/** By how much the heap may grow, in percent of what lives in it, before all of it is collected. */
const growth = 50
let users = 0

/**
 * Runs work that goes on for minutes beside everything else. What it holds while the database answers grows old and is left lying until the
 * whole heap is collected, and V8 would let the heap grow to several times its size before it does. Reading the flag is all that V8 does
 * with it, at the end of each collection, so it may change while the process runs.
 */
export async function inSmallHeap<T>(work: () => Promise<T>): Promise<T> {
  if (users++ === 0) setFlagsFromString(`--heap-growing-percent=${growth}`)
  try {
    return await work()
  } finally {
    if (--users === 0) setFlagsFromString('--heap-growing-percent=0')
  }
}
