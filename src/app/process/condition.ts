/** The current problems of this instance, one sentence each. Empty means that everything works. */
export type Condition = {
  /** The problem of the timers that this process runs. */
  timers: string
  /** The problem of the timers that one worker runs for all workers of this instance. */
  sharedTimers: string
  /** The problem of live updates and of the caches that depend on live updates. */
  live: string
}

export const healthyCondition: Condition = { timers: '', sharedTimers: '', live: '' }
