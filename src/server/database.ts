import { AsyncResource } from 'node:async_hooks'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { type PgDatabase, PgTransaction } from 'drizzle-orm/pg-core'
import { Client, Pool, type PoolClient } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { askNamedQueriesLightly } from './named-queries.ts'
import { projectFolder } from './project-folder.ts'

/** The database or a transaction on it: services take either. */
export type Database = PgDatabase<NodePgQueryResultHKT>

/** What is written in it is not yet what others see. */
export function isInTransaction(db: Database): boolean {
  return db instanceof PgTransaction
}

const pools = new WeakMap<Database, Pool>()

/** What a database asks by; a transaction has none, because it goes by one connection. */
export function findPool(db: Database): Pool | null {
  return pools.get(db) ?? null
}

type OpenOptions = { max?: number; onError?: (error: Error) => void }

const migrationsFolder = fileURLToPath(new URL('db/migrations', projectFolder))
// Any number, as long as every instance takes the same.
const turnLock = 7_242_026

/** Opens a pool of connections; the first query makes the first of them. */
export function openDatabase(url: string, { max = 10, onError = () => {} }: OpenOptions = {}) {
  const pool = new Pool({
    connectionString: url,
    max,
    application_name: 'harbor',
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    options: '-c timezone=UTC',
  })
  // Without a listener a connection that PostgreSQL closes, idle or between two queries of a transaction, would end the
  // process; the pool makes a new one.
  // A connection outlives the request that it was opened for: what is told of it is not told of that request.
  const tell = AsyncResource.bind(onError)
  pool.on('connect', (client) => client.on('error', tell))
  // The pool emits the error of an idle connection a second time; it was logged above.
  pool.on('error', () => {})
  askNamedQueriesLightly(pool)
  const db: Database = drizzle({ client: pool })
  pools.set(db, pool)
  return { db, pool, close: () => pool.end() }
}

/** Says in one sentence why the database does not answer, without its password. */
export async function checkDatabase(pool: Pool, url: string): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (error) {
    const { host, port, database } = new Client({ connectionString: url })
    throw new CannotStart(
      `The database ${database} at ${host}:${port} cannot be used: ${explain(error)}. Check DATABASE_URL and that PostgreSQL is running there.`,
      { cause: error },
    )
  }
}

/** Brings the tables up to date. */
export async function migrateDatabase(pool: Pool, folder = migrationsFolder): Promise<void> {
  if (!existsSync(`${folder}/meta/_journal.json`)) return
  await prepareInTurn(pool, async (client) => {
    try {
      await migrate(drizzle({ client }), { migrationsFolder: folder })
    } catch (error) {
      const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new CannotStart(`The tables could not be brought up to date: ${reason}.`, { cause: error })
    }
  })
}

/** Instances that start at once prepare the database one after the other. */
export async function prepareInTurn<T>(pool: Pool, prepare: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    // Waiting for another instance or a long migration is no reason to give up.
    await client.query('set statement_timeout = 0')
    await client.query('set idle_in_transaction_session_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [turnLock])
    return await prepare(client)
  } finally {
    // Closing the connection releases the lock and drops its settings, even after a failure.
    client.release(true)
  }
}

function explain(error: unknown): string {
  // A name with several addresses fails with one error for each of them.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const code: unknown = first && typeof first === 'object' && 'code' in first ? first.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
      return 'the connection is refused'
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host name is unknown'
    case 'ENOENT':
      return 'there is no such socket'
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return 'the host does not answer'
    case '28P01':
    case '28000':
      return 'the user name or the password is wrong'
    case '3D000':
      return 'there is no database of that name'
    case '53300':
      return 'it has no connection left'
    case '57P03':
      return 'it is still starting or shutting down'
  }
  return first instanceof Error ? first.message.replace(/\.$/, '') : String(first)
}

/** Whether a fault means that PostgreSQL is away for the moment: stopped, starting, full or out of reach. */
export function isDatabaseAway(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    const code = 'code' in one ? String(one.code) : ''
    if (/^(?:08...|53...|57P0[1-5])$/.test(code)) return true
    if (/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return true
    if (code === 'ENOENT' && 'syscall' in one && one.syscall === 'connect') return true
    if (/^(?:Connection terminated|timeout exceeded when trying to connect)|connection error/.test(one.message))
      return true
  }
  return false
}

/** Whether a row could not go because others still refer to it. */
export function isStillReferred(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && (one.code === '23503' || one.code === '23001')) return true
  }
  return false
}
