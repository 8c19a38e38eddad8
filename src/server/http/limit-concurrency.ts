import { refuse } from './refuse.ts'

type Limit = {
  atOnce: number
  /** How many may wait for their turn; whoever comes then is refused. */
  waiting: number
  /** After how many seconds the refused should try again. */
  retryAfter?: number
}

export type ConcurrencyLimit = <T>(work: () => Promise<T>) => Promise<T>

/** Runs only so much costly work at once; the rest waits in line, first come, first served. */
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
      // The next in line takes this place over directly, so that a newcomer cannot take it in between.
      const next = line.shift()
      if (next) next()
      else busy--
    }
  }
}
