import type { Database } from '#server/database/database.ts'

/** One long attempt to break a promise of docs/security.md. It lives in `<name>.hunt.ts` and is its default export. */
export type Hunt = {
  /** The promise, as a sentence that is wrong when the hunt finds something. */
  promise: string
  /** More of the server's environment, such as bounds to meet sooner. */
  environment?: Record<string, string>
  hunt: (ground: Ground) => Promise<void>
}

export type Found = { tried: number; faults: string[] }

/** A shop of its own with the demo's goods, at loopback, and nothing else: a hunt names paths, never hosts. */
export type Ground = {
  db: Database
  databaseUrl: string
  /** Counted. It throws `Over` once the hunt has had its requests or its time. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** For what does not go through `ask`, such as raw sockets at 127.0.0.1. */
  port: number
  count: (requests?: number) => void
  isOver: () => boolean
  /** Something that must not be. The hunt goes on. */
  fault: (sentence: string) => void
  /** Megabytes of the server's real memory. */
  readMemory: () => number
  isRunning: () => boolean
  /** Comes from another address with each call, or from the one given. */
  fromAddress: (ip?: string) => Record<string, string>
}

/** The hunt has had its requests or its time: the end of it, no fault. */
export class Over extends Error {}
