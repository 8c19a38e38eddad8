import type { Database } from '#server/database/database.ts'

/**
 * A long attempt to break a promise of docs/security.md. Each file `<name>.hunt.ts` exports one hunt as its default.
 */
export type Hunt = {
  /** The promise, as a sentence that is false if the hunt finds a fault. */
  promise: string
  /** Additional environment of the server, such as lower bounds. */
  environment?: Record<string, string>
  hunt: (ground: Ground) => Promise<void>
}

export type Found = { tried: number; faults: string[] }

/**
 * A separate shop on the loopback interface with the products of the demo. A hunt can request only paths of this shop,
 * never other hosts.
 */
export type Ground = {
  db: Database
  databaseUrl: string
  /** Sends a counted request. Throws `Over` when the hunt has used its requests or its time. */
  ask: (path: string, init?: RequestInit) => Promise<Response>
  /** The port for traffic that does not use `ask`, such as raw sockets to 127.0.0.1. */
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

/** An error that ends a hunt which has used its requests or its time. The error is not a fault of the shop. */
export class Over extends Error {}
