import cluster from 'node:cluster'
import type { Seat, Seats } from '#server/live/live-route.ts'
import type { Family, Source } from '#server/log/metrics.ts'
import { readSources } from './metrics-server.ts'

/** Messages between a worker and its supervisor. */
export type FromWorker =
  | { ready: object }
  | { progress: string }
  | { takeSeat: { id: number; visitor: string; network: string } }
  | { leaveSeat: number }
  | { metrics: { id: number; families: Family[] } }
  | { timers: string }
export type ToWorker =
  | { seat: { id: number; refusal?: 'too_many' | 'full' } }
  | { tellMetrics: number }
  | { timers: string }

/** Returns the number of this worker, from 1, or null if it is the only process. */
export function readWorkerNumber(): number | null {
  return cluster.isWorker ? Number(process.env.HARBOR_WORKER) : null
}

const send = (message: FromWorker) => {
  if (process.connected) process.send?.(message)
}

/**
 * Requests seats for live streams from the supervisor. Streams are counted across workers, because another worker may
 * answer a visitor's next page.
 */
export function createSharedSeats(): Seats {
  const waiting = new Map<number, (seat: Seat) => void>()
  let last = 0
  process.on('message', (message: ToWorker) => {
    if (!('seat' in message)) return
    const { id, refusal } = message.seat
    waiting.get(id)?.(refusal ? { refusal } : { leave: () => send({ leaveSeat: id }) })
    waiting.delete(id)
  })
  return {
    take: (visitor, network) =>
      new Promise((resolve) => {
        const id = ++last
        waiting.set(id, resolve)
        send({ takeSeat: { id, visitor, network } })
      }),
  }
}

const troubleMs = 1_000

/**
 * Returns a function that reports the problem of the instance's timers. One worker runs the timers and informs the
 * other workers, so that all workers report the same problem.
 */
export function shareTimerTrouble(readOwn: () => string, isRunner: boolean): () => string {
  if (!isRunner) {
    let reportedTrouble = ''
    process.on('message', (message: ToWorker) => {
      if ('timers' in message) reportedTrouble = message.timers
    })
    return () => reportedTrouble
  }
  let reportedTrouble = ''
  setInterval(() => {
    const own = readOwn()
    if (own !== reportedTrouble) send({ timers: own })
    reportedTrouble = own
  }, troubleMs).unref()
  return readOwn
}

/** Sends this worker's metrics on request, because one address reports the metrics of all workers. */
export function tellMetrics(sources: Source[]): void {
  process.on('message', async (message: ToWorker) => {
    if ('tellMetrics' in message) send({ metrics: { id: message.tellMetrics, families: await readSources(sources) } })
  })
}
