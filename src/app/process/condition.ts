/** The current problems of this instance, one sentence each. Empty means that everything works. */
export type Condition = {
  /** The timers that this instance runs itself. */
  timers: string
  /** The timers of the worker that runs them for all workers of this instance. */
  sharedTimers: string
  /** Live updates, and the caches that depend on live updates. */
  live: string
}

export const healthyCondition: Condition = { timers: '', sharedTimers: '', live: '' }
