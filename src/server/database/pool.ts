import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { retryConflicts } from './conflicts.ts'
import { markFault } from './database-faults.ts'

type Query = (...given: unknown[]) => unknown
type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void

/** A pool of connections to the shop's database. */
export type ShopPool = Pool & {
  /**
   * Stops sending names of prepared statements. A pooler in transaction mode sends each query to any session, and a session only knows
   * its own prepared statements.
   */
  disableNames(): void
}

/** Opens a pool that marks errors of the database where they occur, and repeats single statements after a conflict. */
export function openPool(config: PoolConfig): ShopPool {
  return new RetryingPool(config)
}

class RetryingPool extends Pool implements ShopPool {
  readonly #names: { areSent: boolean }

  constructor(config: PoolConfig) {
    const names = { areSent: true }
    super({ ...config, Client: createClientClass(names) })
    this.#names = names
    // Pending queries are rejected with the error that the connection emits.
    this.on('connect', (client) => client.on('error', markFault))
  }

  disableNames(): void {
    this.#names.areSent = false
  }

  override connect(): Promise<PoolClient>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<PoolClient> | undefined {
    if (!done) {
      return super.connect().catch((error: unknown) => {
        markFault(error)
        throw error
      })
    }
    super.connect((error, client, release) => {
      markFault(error)
      done(error, client, release)
    })
    return undefined
  }

  // A single statement can be repeated, because a statement outside a transaction is a transaction of its own.
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's `query` return different types.
  override query(...given: unknown[]): any {
    const query: Query = super.query
    const isAwaited = typeof given.at(-1) !== 'function'
    return isAwaited ? retryConflicts(async () => query.apply(this, given)) : query.apply(this, given)
  }
}

function createClientClass(names: { areSent: boolean }): typeof Client {
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's `query` return different types.
    override query(config: unknown, ...rest: unknown[]): any {
      const query: Query = super.query
      return query.call(this, names.areSent ? config : removeName(config), ...rest)
    }
  }
}

/** Returns the query without its name. Cursors and streams have a `submit` method and are returned unchanged. */
function removeName(config: unknown): unknown {
  const isNamed = typeof config === 'object' && config !== null && 'name' in config && !('submit' in config)
  return isNamed ? { ...config, name: undefined } : config
}
