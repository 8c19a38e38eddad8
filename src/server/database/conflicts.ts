import { setTimeout as sleep } from 'node:timers/promises'

/** 4: a conflict that repeats four times has a cause that another try does not remove. */
const maxTries = 4
const pauseMs = 20

/** Returns whether PostgreSQL gave up a transaction in favor of another one: a deadlock, or a serialization failure. */
export function isConflict(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === '40P01' || one.code === '40001')) return true
  }
  return false
}

/**
 * Runs a transaction or a single statement, and repeats it after a conflict, because PostgreSQL has rolled it back
 * completely. `run` must not change anything outside the database before the commit.
 */
export async function retryConflicts<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run()
    } catch (error) {
      if (tries === maxTries || !isConflict(error)) throw error
      // A random pause, so that two transactions do not collide again.
      await sleep(pauseMs * 2 ** tries * Math.random())
    }
  }
}
