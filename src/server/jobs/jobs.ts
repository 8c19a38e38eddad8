import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Log } from '../log/log.ts'

/** Recurring work. The smallest step of `cron` is one minute. For less, use `everyMs`. */
export type Timer = {
  name: string
  run: () => Promise<unknown>
  /** True if the timer works on data of the process. Every worker of an instance then runs it. */
  isPerProcess?: true
} & ({ cron: string } | { everyMs: number })
export type Jobs = {
  /** Returns an empty text while the scheduled timers run, else the failure in a sentence. */
  trouble: () => string
  stop: () => Promise<void>
}
type OnRound = (timer: string, outcome: 'done' | 'failed') => void
type Scheduled = Map<string, Timer & { cron: string }>

const queue = 'timers'
const schema = 'pgboss'
// 3 s: the time for running work to finish when the shop stops. Interrupted work is repeated.
const patienceMs = 3_000
/** 15 s: a start that takes longer is reported, even before its first failure. */
const startMs = 15_000
/** 60 s: the queue is polled every 5 s, so a dozen polls in a row got no response. */
const silenceMs = 60_000
// A short failure is over in a second. A lasting failure is retried once a minute without limit.
const waitSeconds = [1, 2, 5, 10, 30, 60]

type Options = { pollSeconds?: number; onRound?: OnRound; waits?: readonly number[]; silenceLimitMs?: number }
/** The state of the queue: the time of its last response, and the number of timers that are running here. */
type QueueHealth = { answeredAt: number; rounds: number }

/**
 * Runs timers until stopped. pg-boss keeps timers with `cron` in the database: one of several instances runs each due
 * timer, and a failed run is retried. Timers with `everyMs` run in every instance and must allow this. Timers with
 * `everyMs` do not depend on the queue, so mails and refunds continue when the queue fails.
 */
export function openJobs(pool: Pool, log: Log, timers: Timer[], options: Options = {}): Jobs {
  const { pollSeconds = 5, onRound = () => {}, waits = waitSeconds, silenceLimitMs = silenceMs } = options
  const scheduled: Scheduled = new Map(
    timers.flatMap((timer) => ('cron' in timer ? [[timer.name, timer] as const] : [])),
  )
  const stopped = new AbortController()
  const { signal } = stopped
  const rounds = timers.flatMap((timer) => ('everyMs' in timer ? [runRepeatedly(timer, signal, log, onRound)] : []))
  let boss: PgBoss | undefined
  let failures = 0
  const queueHealth: QueueHealth = { answeredAt: performance.now(), rounds: 0 }

  async function startWithRetries() {
    while (!signal.aborted && !boss) {
      try {
        boss = await startBoss(pool, log, scheduled, { pollSeconds, onRound, queueHealth })
        if (failures > 0) log.info('the timers are running', { failures })
      } catch (error) {
        if (signal.aborted) return
        failures++
        log.error('the timers could not be started', { failures, error })
        const wait = waits[Math.min(failures, waits.length) - 1] ?? 60
        await sleep(wait * 1000, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }
  const starting = scheduled.size > 0 ? startWithRetries() : Promise.resolve()

  function formatTrouble(): string {
    if (scheduled.size === 0) return ''
    const silentMs = performance.now() - queueHealth.answeredAt
    if (!boss) return failures > 0 || silentMs > startMs ? `The timers are not running yet (${failures} attempts).` : ''
    if (queueHealth.rounds > 0 || silentMs < silenceLimitMs) return ''
    return `The timers have stopped: the job queue has not responded for ${Math.round(silentMs / 1000)} seconds.`
  }

  return {
    trouble: formatTrouble,
    stop: async () => {
      stopped.abort()
      const ending = starting.then(() => boss?.stop({ graceful: true, timeout: patienceMs }))
      const allDone = Promise.all([...rounds, ending]).catch((error) =>
        log.warn('the timers did not stop cleanly', { error }),
      )
      await Promise.race([allDone, sleep(patienceMs + 1_000, undefined, { ref: false })])
    },
  }
}

async function startBoss(
  pool: Pool,
  log: Log,
  scheduled: Scheduled,
  { pollSeconds, onRound, queueHealth }: { pollSeconds: number; onRound: OnRound; queueHealth: QueueHealth },
): Promise<PgBoss> {
  // Uses the shop's own pool, because jobs are few and short.
  const boss = new PgBoss({
    db: {
      executeSql: async (text, values) => {
        const result = await pool.query(text, values)
        // Queries without the queue's schema also succeed when the queue is gone, so their success proves nothing.
        if (text.includes(`${schema}.`)) queueHealth.answeredAt = performance.now()
        return result
      },
    },
    schema,
    cronWorkerIntervalSeconds: pollSeconds,
  })
  boss.on('error', (error) => log.warn('the job queue reported an error', { error }))
  try {
    await boss.start()
    await boss.createQueue(queue, {
      // At most one waiting or running job per timer, across all instances.
      policy: 'exclusive',
      retryLimit: 2,
      retryDelay: 10,
      expireInSeconds: 300,
      retentionSeconds: 60 * 60,
      deleteAfterSeconds: 24 * 60 * 60,
    })
    for (const { key } of await boss.getSchedules(queue)) if (!scheduled.has(key)) await boss.unschedule(queue, key)
    for (const { name, cron } of scheduled.values()) {
      await boss.schedule(queue, cron, { timer: name }, { key: name, singletonKey: name, tz: 'UTC' })
      // A timer that was due while the shop was closed runs now.
      await boss.send(queue, { timer: name }, { singletonKey: name })
    }
    await boss.work<{ timer: string }>(queue, { pollingIntervalSeconds: pollSeconds }, async (jobs) => {
      queueHealth.rounds++
      try {
        for (const { data } of jobs) await runTimer(scheduled.get(data.timer), log, onRound)
      } finally {
        queueHealth.rounds--
      }
    })
    return boss
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined)
    throw error
  }
}

async function runTimer(timer: Timer | undefined, log: Log, onRound: OnRound): Promise<void> {
  // The job comes from an older or newer version of the shop, which has other timers.
  if (!timer) return
  try {
    const done = await timer.run()
    onRound(timer.name, 'done')
    if (typeof done === 'number' && done > 0) log.info('timer', { timer: timer.name, done })
  } catch (error) {
    onRound(timer.name, 'failed')
    log.error('a timer failed', { timer: timer.name, error })
    // The queue stores errors in a table. The parameters of a failed query must not get there.
    throw new Error(`${timer.name} failed. See the log.`)
  }
}

async function runRepeatedly(
  timer: Timer & { everyMs: number },
  signal: AbortSignal,
  log: Log,
  onRound: OnRound,
): Promise<void> {
  while (!signal.aborted) {
    // runTimer logs the error. The next run is the retry.
    await runTimer(timer, log, onRound).catch(() => undefined)
    await sleep(timer.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
