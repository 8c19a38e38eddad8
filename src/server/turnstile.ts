import { refuse } from './refuse.ts'

/** Lets only so many do something costly at once; the others wait in line, and a line that is full sends away. */
export type Turnstile = { pass: <T>(work: () => Promise<T>) => Promise<T> }

const comeAgainSeconds = 2

export function createTurnstile({ atOnce, waiting }: { atOnce: number; waiting: number }): Turnstile {
  const line: (() => void)[] = []
  let busy = 0
  return {
    pass: async (work) => {
      if (busy >= atOnce) {
        if (line.length >= waiting) throw refuse('too_many', { retryAfter: comeAgainSeconds })
        // Whoever leaves hands over the place, so that nobody slips in between.
        await new Promise<void>((enter) => line.push(enter))
      } else busy++
      try {
        return await work()
      } finally {
        const next = line.shift()
        if (next) next()
        else busy--
      }
    },
  }
}
