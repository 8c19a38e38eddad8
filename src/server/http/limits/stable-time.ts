import { setTimeout as wait } from 'node:timers/promises'

/** Delays the result to a minimum duration, so that the response time does not reveal what was found. */
export async function waitAtLeast<T>(ms: number, work: Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work, wait(ms)])
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}
