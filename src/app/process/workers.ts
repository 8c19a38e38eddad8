import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bounds } from '#server/http/limits/bounds.ts'
import { createSeats, type Seat } from '#server/live/live-route.ts'
import type { Log } from '#server/log/log.ts'
import type { Family, Source } from '#server/log/metrics.ts'
import type { FromWorker, ToWorker } from './worker-link.ts'

// Pauses before a restart, so that a worker that always fails does not keep a core busy.
const restartMs = [0, 1_000, 5_000, 30_000]
// 60 s: a worker that lived this long is restarted at once.
const stableMs = 60_000
const metricsMs = 4_000

type Options = {
  count: number
  environment: Record<string, string>
  bounds: Bounds
  log: Log
  onProgress: (text: string) => void
}
type WorkerEntry = { worker: Worker; isOpen: Promise<void> }

/**
 * Runs several processes on one port, one per core. A worker is a normal instance, and all shared state is in the
 * database. The supervisor only starts workers, counts live streams and adds up metrics.
 */
export function startWorkerProcesses({ count, environment, bounds, log, onProgress }: Options) {
  // Each worker accepts connections from the port itself. A connection that the supervisor hands to a dying worker
  // would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const workerEntries = new Map<number, WorkerEntry>()
  const counted = createSeats(bounds)
  const metrics = collectMetrics(workerEntries)
  const tries = new Map<number, number>()
  const timers = spreadTrouble(workerEntries)
  let hasOpened = false
  let isStopping = false

  function startWorker(number: number): WorkerEntry {
    const worker = cluster.fork({ ...environment, HARBOR_WORKER: String(number) })
    const since = performance.now()
    const isOpen = hearOpening(worker, number)
    const seats = keepSeats(worker, counted)
    worker.on('message', (message: FromWorker) => {
      if ('ready' in message) timers.sendMessage(worker)
      if ('progress' in message) onProgress(message.progress)
      if ('timers' in message) timers.hear(message.timers)
      if ('takeSeat' in message) seats.take(message.takeSeat)
      if ('leaveSeat' in message) seats.leave(message.leaveSeat)
      if ('metrics' in message) metrics.take(message.metrics, number)
    })
    worker.on('exit', (code, signal) => {
      seats.leaveAll()
      if (isStopping || !hasOpened) return
      log.error('a worker process ended and is being replaced', { worker: number, code, signal })
      replace(number, performance.now() - since > stableMs ? 0 : (tries.get(number) ?? 0) + 1)
    })
    const made = { worker, isOpen }
    workerEntries.set(number, made)
    return made
  }

  async function replace(number: number, round: number) {
    tries.set(number, round)
    await sleep(restartMs[Math.min(round, restartMs.length - 1)], undefined, { ref: false })
    if (!isStopping) startWorker(number)
  }

  return {
    /** Starts the first worker alone, so that a startup problem is reported once. */
    open: async () => {
      await startWorker(1).isOpen
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => startWorker(index + 2).isOpen))
      hasOpened = true
    },
    readMetrics: metrics.read satisfies Source,
    /** Stops all workers. Each worker finishes its running requests like a single process. */
    stop: async () => {
      isStopping = true
      await Promise.all([...workerEntries.values()].map(end))
    },
  }
}

/** Waits until a worker is ready. Throws if the worker ends before. */
function hearOpening(worker: Worker, number: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  // Callers of `hire` handle the rejection during the start. After the start, no caller awaits the promise.
  promise.catch(() => undefined)
  worker.on('message', (message: FromWorker) => {
    if ('ready' in message) resolve()
  })
  worker.on('exit', (code, signal) => reject(new Error(`Worker ${number} ended with ${signal ?? code}`)))
  return promise
}

/** Takes seats for the live streams of one worker. `leaveAll` releases the seats of a worker that ended. */
function keepSeats(worker: Worker, counted: ReturnType<typeof createSeats>) {
  const seats = new Map<number, () => void>()
  return {
    take: ({ id, visitor, network }: Extract<FromWorker, { takeSeat: object }>['takeSeat']) => {
      const seat: Seat = counted.take(visitor, network)
      if ('leave' in seat) seats.set(id, seat.leave)
      sendMessage(worker, { seat: { id, ...('refusal' in seat && { refusal: seat.refusal }) } })
    },
    leave: (id: number) => {
      seats.get(id)?.()
      seats.delete(id)
    },
    leaveAll: () => {
      for (const leave of seats.values()) leave()
    },
  }
}

/** Keeps the last report about the timers and sends the report to every worker. */
function spreadTrouble(workerEntries: Map<number, WorkerEntry>) {
  let timers = ''
  return {
    sendMessage: (worker: Worker) => sendMessage(worker, { timers }),
    hear: (trouble: string) => {
      timers = trouble
      for (const { worker } of workerEntries.values()) sendMessage(worker, { timers })
    },
  }
}

/** Collects the metrics of all workers and joins them. */
function collectMetrics(workerEntries: Map<number, WorkerEntry>) {
  const pendingRequests = new Map<number, (families: Family[]) => void>()
  let lastAsked = 0

  /** Returns the metrics of one worker, or nothing if it does not respond. */
  async function ask({ worker }: WorkerEntry): Promise<Family[]> {
    const id = ++lastAsked
    const answer = new Promise<Family[]>((resolve) => pendingRequests.set(id, resolve))
    sendMessage(worker, { tellMetrics: id })
    const families = await Promise.race([answer, sleep(metricsMs, [], { ref: false })])
    pendingRequests.delete(id)
    return families
  }

  return {
    take: ({ id, families }: Extract<FromWorker, { metrics: object }>['metrics'], number: number) =>
      pendingRequests.get(id)?.(families.map((family) => nameWorker(family, number))),
    read: async () => joinFamilies(await Promise.all([...workerEntries.values()].map(ask))),
  }
}

async function end({ worker }: WorkerEntry): Promise<void> {
  if (worker.isDead()) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  await ended
}

/** Sends a message. A worker that has just ended is skipped, and its successor gets the message again. */
function sendMessage(worker: Worker, message: ToWorker) {
  if (worker.isConnected()) worker.send(message, () => {})
}

function nameWorker(family: Family, number: number): Family {
  return {
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, worker: String(number) } })),
  }
}

/** Merges families by name, with the samples of all workers. */
function joinFamilies(all: Family[][]): Family[] {
  const byName = new Map<string, Family>()
  for (const family of all.flat()) {
    const known = byName.get(family.name)
    byName.set(family.name, known ? { ...known, samples: [...known.samples, ...family.samples] } : family)
  }
  return [...byName.values()]
}
