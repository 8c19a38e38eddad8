import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bounds } from '#server/http/bounds.ts'
import { createSeats, type Seat } from '#server/live/live-route.ts'
import type { Log } from '#server/log/log.ts'
import type { Family, Source } from '#server/log/metrics.ts'
import type { FromWorker, ToWorker } from './worker-link.ts'

// A worker that cannot live must not keep a core busy with starting.
const restartMs = [0, 1_000, 5_000, 30_000]
// One that lived for so long starts anew at once.
const calmMs = 60_000
const metricsMs = 4_000

type Options = {
  count: number
  environment: Record<string, string>
  bounds: Bounds
  log: Log
  onProgress: (text: string) => void
}
type Hired = { worker: Worker; seats: Map<number, () => void>; isOpen: Promise<void> }

/**
 * Several processes on one port, one for each core. A worker is an instance like any other: what they share is in the database. The
 * supervisor only starts them, counts live streams and adds up metrics, so it has next to nothing to do.
 */
export function hireWorkers({ count, environment, bounds, log, onProgress }: Options) {
  // Whoever has time takes the next connection from the port itself. Handed over by the supervisor, one that a worker was sent as it died
  // would never be answered.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const hired = new Map<number, Hired>()
  const counted = createSeats(bounds)
  const asked = new Map<number, (families: Family[]) => void>()
  let lastAsked = 0
  let isStopping = false

  function hire(number: number): Hired {
    const worker = cluster.fork({ ...environment, HARBOR_WORKER: String(number) })
    const seats: Hired['seats'] = new Map()
    const { promise: isOpen, resolve, reject } = Promise.withResolvers<void>()
    // Whoever waits for it hears of it; after the start nobody does.
    isOpen.catch(() => undefined)
    const since = performance.now()
    worker.on('message', (message: FromWorker) => {
      if ('ready' in message) {
        resolve()
        tell(worker, { timers })
      }
      if ('progress' in message) onProgress(message.progress)
      if ('timers' in message) tellTimers(message.timers)
      if ('takeSeat' in message) {
        const { id, visitor, network } = message.takeSeat
        const seat: Seat = counted.take(visitor, network)
        if ('leave' in seat) seats.set(id, seat.leave)
        tell(worker, { seat: { id, ...('refusal' in seat && { refusal: seat.refusal }) } })
      }
      if ('leaveSeat' in message) {
        seats.get(message.leaveSeat)?.()
        seats.delete(message.leaveSeat)
      }
      if ('metrics' in message) {
        const { id, families } = message.metrics
        asked.get(id)?.(families.map((family) => nameWorker(family, number)))
      }
    })
    worker.on('exit', (code, signal) => {
      for (const leave of seats.values()) leave()
      reject(new Error(`Worker ${number} ended with ${signal ?? code}`))
      if (isStopping || !hasOpened) return
      log.error('a worker ended, and another takes its place', { worker: number, code, signal })
      replace(number, performance.now() - since > calmMs ? 0 : (tries.get(number) ?? 0) + 1)
    })
    const made = { worker, seats, isOpen }
    hired.set(number, made)
    return made
  }

  let timers = ''
  function tellTimers(trouble: string) {
    timers = trouble
    for (const { worker } of hired.values()) tell(worker, { timers })
  }

  const tries = new Map<number, number>()
  let hasOpened = false
  async function replace(number: number, round: number) {
    tries.set(number, round)
    await sleep(restartMs[Math.min(round, restartMs.length - 1)], undefined, { ref: false })
    if (!isStopping) hire(number)
  }

  /** What one worker counts; one that does not answer is left out. */
  async function askMetrics({ worker }: Hired): Promise<Family[]> {
    const id = ++lastAsked
    const answer = new Promise<Family[]>((resolve) => asked.set(id, resolve))
    tell(worker, { tellMetrics: id })
    const families = await Promise.race([answer, sleep(metricsMs, [], { ref: false })])
    asked.delete(id)
    return families
  }

  return {
    /** The first by itself: what keeps it from starting would keep the others, and is said once. */
    open: async () => {
      await hire(1).isOpen
      await Promise.all(Array.from({ length: count - 1 }, (_, index) => hire(index + 2).isOpen))
      hasOpened = true
    },
    readMetrics: (async () => joinFamilies(await Promise.all([...hired.values()].map(askMetrics)))) satisfies Source,
    /** Each answers what it has begun, as a single process does. */
    stop: async () => {
      isStopping = true
      const living = [...hired.values()].filter(({ worker }) => !worker.isDead())
      await Promise.all(
        living.map(({ worker }) => {
          const ended = new Promise((resolve) => worker.once('exit', resolve))
          worker.process.kill('SIGTERM')
          return ended
        }),
      )
    },
  }
}

/** One that has just ended hears nothing; its successor is told anew. */
function tell(worker: Worker, message: ToWorker) {
  if (worker.isConnected()) worker.send(message, () => {})
}

function nameWorker(family: Family, number: number): Family {
  return {
    ...family,
    samples: family.samples.map((sample) => ({ ...sample, labels: { ...sample.labels, worker: String(number) } })),
  }
}

/** Each family once, with the samples of all. */
function joinFamilies(all: Family[][]): Family[] {
  const byName = new Map<string, Family>()
  for (const family of all.flat()) {
    const known = byName.get(family.name)
    byName.set(family.name, known ? { ...known, samples: [...known.samples, ...family.samples] } : family)
  }
  return [...byName.values()]
}
