import { refuse } from '../refuse.ts'

type Limit = {
  atOnce: number
  /** The maximum length of the queue. Further callers are refused. */
  waiting: number
  /** The seconds after which a refused caller should try again. */
  retryAfter?: number
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Limits how much expensive work runs at once. The rest waits in a queue, first come, first served. */
export function limitConcurrency({ atOnce, waiting, retryAfter = 2 }: Limit): ConcurrencyLimit {
  const line: (() => void)[] = []
  let busy = 0
  return async (work) => {
    if (busy < atOnce) busy++
    else if (line.length >= waiting) throw refuse('too_many', { retryAfter })
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      // The next caller takes over the slot directly, so that a newcomer cannot take it first.
      const next = line.shift()
      if (next) next()
      else busy--
    }
  }
}
