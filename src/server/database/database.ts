import { AsyncResource } from 'node:async_hooks'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import { Client, type Pool, type PoolClient } from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { retryConflicts } from './conflicts.ts'
import { isDirect, type Route, setSession, shareSession } from './connections.ts'
import { openPool, type ShopPool } from './pool.ts'

/** The database or a transaction. Services accept both. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** Returns whether the writes of this database object are not yet visible to others. */
export function isInTransaction(db: Database): boolean {
  return db instanceof PgTransaction
}

const pools = new WeakMap<Database, Pool>()

/** Returns the pool of a database. Returns null for a transaction, because a transaction uses a single connection. */
export function findPool(db: Database): Pool | null {
  return pools.get(db) ?? null
}

type OpenOptions = { max?: number; onError?: (error: Error) => void }

/** Opens a pool. The first query opens the first connection. */
export function openDatabase(url: string, { max = 10, onError = () => {} }: OpenOptions = {}) {
  const pool = openPool({
    connectionString: url,
    max,
    application_name: 'harbor',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(setSession)
    },
  })
  // Without a listener, a connection that PostgreSQL closes would end the process, whether it is idle or inside a
  // transaction. The pool opens a new connection. AsyncResource detaches the log entry from the request that opened the
  // connection.
  const tell = AsyncResource.bind(onError)
  pool.on('connect', (client) => client.on('error', tell))
  // The pool emits the error of an idle connection a second time. The first occurrence was logged above.
  pool.on('error', () => {})
  const db: Database = drizzle({ client: pool })
  const runTransaction = db.transaction.bind(db)
  db.transaction = (work, config) => retryConflicts(() => runTransaction(work, config))
  pools.set(db, pool)
  return { db, pool, close: () => pool.end() }
}

/** Finds the route to the database. Throws a one-sentence reason without the password if the database does not respond. */
export async function checkDatabase(pool: ShopPool, url: string): Promise<Route> {
  try {
    const first = await pool.connect()
    try {
      return (await isDirect(first)) ? 'direct' : await findPooler(pool, first)
    } finally {
      first.release()
    }
  } catch (error) {
    throw createUnusableDatabaseError(url, 'DATABASE_URL', error)
  }
}

async function findPooler(pool: ShopPool, first: PoolClient): Promise<Route> {
  const second = await pool.connect()
  try {
    if (!(await shareSession(first, second))) return 'session pooler'
  } finally {
    second.release()
  }
  pool.disableNames()
  return 'transaction pooler'
}

export function createUnusableDatabaseError(url: string, setting: string, error: unknown): CannotStart {
  const { host, port, database } = new Client({ connectionString: url })
  return new CannotStart(
    `The database ${database} at ${host}:${port} cannot be used: ${explain(error)}. Check ${setting} and that PostgreSQL is running there.`,
    { cause: error },
  )
}

function explain(error: unknown): string {
  // A host name with several addresses fails with one error per address.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code: unknown = first && typeof first === 'object' && 'code' in first ? first.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection is refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown'
    case 'ENOENT':
      return 'the socket does not exist'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host does not respond'
    case '28P01':
    case '28000':
      return 'the user name or password is wrong'
    case '3D000':
      return 'there is no database with this name'
    case '53300':
      return 'the server has too many connections'
    case '57P03':
      return 'the server is starting or shutting down'
  }
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first)
}

/** Returns whether a row was not deleted because other rows still reference it. */
export function isStillReferenced(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === '23503' || one.code === '23001')) return true
  }
  return false
}
