import { Worker } from 'node:worker_threads'
import type { DocumentSnapshot } from '../../document-snapshot.rules.ts'
import type { PackingSlip, ReturnSlip } from '../../slip-snapshot.rules.ts'

/** A paper to draw, with its snapshot. Packing slips of many parcels are one file. */
export type PaperJob =
  | { kind: 'document'; snapshot: DocumentSnapshot }
  | { kind: 'packing_slips'; slips: PackingSlip[] }
  | { kind: 'return_slip'; slip: ReturnSlip }

export type ToWorker = { id: number; paper: PaperJob }
export type FromWorker = { id: number; bytes: Uint8Array<ArrayBuffer> } | { id: number; error: string }

/** The queue of the worker thread is full, or drawing took too long. The paper can be drawn again later. */
export class RenderUnavailable extends Error {}

type Options = {
  /** Papers that wait, without the one being drawn. More are refused, so that the queue cannot fill the memory. */
  maxWaiting: number
  /** Time for one paper. A thread that needs longer is ended and started again. */
  timeoutMs: number
  /** Additional time for each packing slip of a file. */
  slipMs?: number
  /** A thread without work is ended after this time, because it holds fonts and libraries in memory. */
  idleMs: number
  /** Starts the thread. */
  start: () => Worker
}

type Waiting = { paper: PaperJob; resolve: (bytes: Uint8Array<ArrayBuffer>) => void; reject: (error: Error) => void }

/** Draws papers in a worker thread, one after the other, so that the server goes on answering requests. */
export function createRenderer({ maxWaiting, timeoutMs, slipMs = 0, idleMs, start }: Options) {
  const waiting: Waiting[] = []
  let worker: Worker | null = null
  let current: (Waiting & { id: number; timer: NodeJS.Timeout }) | null = null
  let idleTimer: NodeJS.Timeout | undefined
  let nextId = 1

  function startNext(): void {
    const next = current ? undefined : waiting.shift()
    if (!next) return
    clearTimeout(idleTimer)
    worker ??= startWorker()
    const id = nextId++
    const time = timeoutMs + (next.paper.kind === 'packing_slips' ? slipMs * next.paper.slips.length : 0)
    const timer = setTimeout(() => {
      endWorker()
      settle((job) => job.reject(new RenderUnavailable(`Drawing a paper took more than ${time} ms`)))
    }, time)
    current = { ...next, id, timer }
    worker.ref()
    worker.postMessage({ id, paper: next.paper } satisfies ToWorker)
  }

  function settle(finish: (job: Waiting) => void): void {
    const done = current
    current = null
    clearTimeout(done?.timer)
    if (done) finish(done)
    // An idle thread must not keep the process alive.
    worker?.unref()
    if (worker && waiting.length === 0) idleTimer = setTimeout(endWorker, idleMs).unref()
    startNext()
  }

  function startWorker(): Worker {
    const started = start()
    started.on('message', (message: FromWorker) => {
      if (message.id !== current?.id) return
      if ('bytes' in message) settle((job) => job.resolve(message.bytes))
      else settle((job) => job.reject(new Error(message.error)))
    })
    started.on('error', (error) => {
      if (worker !== started) return
      worker = null
      settle((job) => job.reject(error instanceof Error ? error : new Error(String(error))))
    })
    started.on('exit', (code) => {
      if (worker !== started) return
      worker = null
      settle((job) => job.reject(new RenderUnavailable(`The thread that draws papers ended with code ${code}`)))
    })
    return started
  }

  function endWorker(): void {
    const ending = worker
    worker = null
    void ending?.terminate()
  }

  return {
    render(paper: PaperJob): Promise<Uint8Array<ArrayBuffer>> {
      if (waiting.length >= maxWaiting) {
        return Promise.reject(new RenderUnavailable(`${maxWaiting} papers are already waiting to be drawn`))
      }
      return new Promise((resolve, reject) => {
        waiting.push({ paper, resolve, reject })
        startNext()
      })
    },
    end: endWorker,
  }
}

// The build puts the entries of the server and of the thread into one folder.
const isBuilt = import.meta.url.includes('/dist/server/')
const workerFile = new URL(isBuilt ? 'document-worker.js' : './document-worker.ts', import.meta.url)

const renderer = createRenderer({
  // 100: a job prints papers of many orders one by one, and a rush of orders issues some in the same second.
  maxWaiting: 100,
  // 20 s: a paper with 500 rows takes less than 5 s on a busy machine.
  timeoutMs: 20_000,
  // 300 ms: a slip takes 100 ms on a busy machine.
  slipMs: 300,
  idleMs: 60_000,
  start: () => new Worker(workerFile, { name: 'papers' }),
})

/**
 * Draws the PDF of an invoice or credit note. Rejects with `RenderUnavailable` if the paper can be drawn later.
 */
export const renderDocument = (snapshot: DocumentSnapshot): Promise<Uint8Array<ArrayBuffer>> =>
  renderer.render({ kind: 'document', snapshot })

/** Draws the packing slips of parcels as one PDF. */
export const renderPackingSlips = (slips: PackingSlip[]): Promise<Uint8Array<ArrayBuffer>> =>
  renderer.render({ kind: 'packing_slips', slips })

/** Draws the slip that lies in the parcel of a return. */
export const renderReturnSlip = (slip: ReturnSlip): Promise<Uint8Array<ArrayBuffer>> =>
  renderer.render({ kind: 'return_slip', slip })
