import { refuse } from './refuse.ts'

/** Runs at most so many at once. The rest wait in line, as many as the line holds; who comes then is told to come again. */
export function createTurns({ atOnce, inLine }: { atOnce: number; inLine: number }) {
  let free = atOnce
  const line: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else if (line.length >= inLine) throw refuse('too_many', { retryAfter: 1 })
    else await new Promise<void>((resolve) => line.push(resolve))
    try {
      return await work()
    } finally {
      // Whoever is next takes this turn over; only without anybody it becomes free.
      const next = line.shift()
      if (next) next()
      else free++
    }
  }
}
