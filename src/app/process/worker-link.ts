import cluster from 'node:cluster'
import type { Seat, Seats } from '#server/live/live-route.ts'
import type { Family, Source } from '#server/log/metrics.ts'
import { readSources } from './metrics-server.ts'

/** What a worker and its supervisor tell each other. */
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

/** Which worker this process is, from 1; null where it is the only one. */
export function readWorkerNumber(): number | null {
  return cluster.isWorker ? Number(process.env.HARBOR_WORKER) : null
}

const send = (message: FromWorker) => {
  if (process.connected) process.send?.(message)
}

/** Live streams are counted for all workers together: a visitor's next page may be another's to answer. */
export function askForSeats(): Seats {
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
 * Returns what keeps the timers of the instance from running. One worker runs them and tells the others, so that each of them gives the
 * same answer about the instance.
 */
export function shareTrouble(readOwn: () => string, isRunner: boolean): () => string {
  if (!isRunner) {
    let told = ''
    process.on('message', (message: ToWorker) => {
      if ('timers' in message) told = message.timers
    })
    return () => told
  }
  let told = ''
  setInterval(() => {
    const own = readOwn()
    if (own !== told) send({ timers: own })
    told = own
  }, troubleMs).unref()
  return readOwn
}

/** One address answers for all workers, so each hands in what it counts. */
export function tellMetrics(sources: Source[]): void {
  process.on('message', async (message: ToWorker) => {
    if ('tellMetrics' in message) send({ metrics: { id: message.tellMetrics, families: await readSources(sources) } })
  })
}
