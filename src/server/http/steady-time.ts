import { setTimeout as wait } from 'node:timers/promises'

/** Answers no sooner than this, so that how long it took tells nothing about what was found. */
export async function takeAtLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, wait(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
