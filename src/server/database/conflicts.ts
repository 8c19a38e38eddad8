import { setTimeout as sleep } from 'node:timers/promises'

/** 4: a conflict that comes back four times in a row has a cause that one more try does not remove. */
const mostTries = 4
const pauseMs = 20

/** Returns whether PostgreSQL gave up a transaction in favor of another one: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === '40P01' || one.code === '40001')) return true
  }
  return false
}

/**
 * Runs a transaction, or a statement outside of one, and runs all of it again after a conflict: PostgreSQL has taken back everything it
 * did. What runs must not change anything outside of the database before it is committed.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === mostTries || !isConflict(error)) throw error
      // A random pause, so that two that were in each other's way do not meet again.
      await sleep(pauseMs * 2 ** tries * Math.random())
    }
  }
}
