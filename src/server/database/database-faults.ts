import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError, type Pool, type PoolClient } from 'pg'

/** Errors of the pool and of its connections. Another host's refused connection has the same code, and is not in here. */
const ofTheDatabase = new WeakSet<Error>()

function mark(error: unknown): void {
  if (error instanceof Error) ofTheDatabase.add(error)
}

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void

/** Marks what goes wrong between this pool and PostgreSQL, at the place where it comes from. */
export function markFaults(pool: Pool): void {
  // Queries that were under way are refused with the error that the connection emits.
  pool.on('connect', (client) => client.on('error', mark))
  const connect = pool.connect.bind(pool)
  const marked = (done?: Connected) => {
    if (!done) {
      return connect().catch((error: unknown) => {
        mark(error)
        throw error
      })
    }
    connect((error, client, release) => {
      mark(error)
      done(error, client, release)
    })
  }
  pool.connect = marked as Pool['connect']
}

/** Whether a fault means that PostgreSQL is away for the moment: stopped, starting, full or out of reach. */
export function isDatabaseAway(error: unknown): boolean {
  let isOurs = false
  for (let one = error; one instanceof Error; one = one.cause) {
    // Whatever a query failed with came over the connection to the database, or for want of one.
    isOurs ||= one instanceof DrizzleQueryError || one instanceof DatabaseError || ofTheDatabase.has(one)
    if (isOurs && (isAway(one) || (one instanceof AggregateError && one.errors.some(isAway)))) return true
  }
  return false
}

function isAway(one: unknown): boolean {
  if (!(one instanceof Error)) return false
  const code = 'code' in one ? String(one.code) : ''
  if (/^(?:08...|53...|57P0[1-5])$/.test(code)) return true
  if (/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return true
  if (code === 'ENOENT' && 'syscall' in one && one.syscall === 'connect') return true
  return /^(?:Connection terminated|timeout exceeded when trying to connect)|connection error/.test(one.message)
}
