import type { Database } from '#server/database/database.ts'

/** A long attempt to break a promise of docs/security.md. It is the default export of `<name>.hunt.ts`. */
export type Hunt = {
  /** The promise, as a sentence that is false if the hunt finds a fault. */
  promise: string
  /** Additional environment of the server, such as lower bounds. */
  environment?: Record<string, string>
  hunt: (ground: Ground) => Promise<void>
}

export type Found = { tried: number; faults: string[] }

/** A separate shop on the loopback interface with the demo's products. A hunt can only name paths, never hosts. */
export type Ground = {
  db: Database
  databaseUrl: string
  /** Sends a counted request. Throws `Over` when the hunt has used its requests or its time. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** The port for traffic without `ask`, such as raw sockets at 127.0.0.1. */
  port: number
  count: (requests?: number) => void
  isOver: () => boolean
  /** Reports a fault. The hunt continues. */
  fault: (sentence: string) => void
  /** Returns the server's resident memory in megabytes. */
  readMemory: () => number
  isRunning: () => boolean
  /** Returns headers with a new address for each call, or with the given one. */
  randomAddress: (ip?: string) => Record<string, string>
}

/** An error that ends a hunt after its requests or its time. It is not a fault. */
export class Over extends Error {}
