import { DrizzleQueryError } from 'drizzle-orm'
import { DatabaseError } from 'pg'

/** Errors of the pool and its connections. A connection error of another host has the same code and is not in this set. */
const databaseErrors = new WeakSet<Error>()

/** Marks an error as an error of the connection between this process and PostgreSQL. */
export function markFault(error: unknown): void {
  if (error instanceof Error) databaseErrors.add(error)
}

/** Returns whether an error means that PostgreSQL is temporarily unavailable: stopped, starting, full or unreachable. */
export function isDatabaseUnavailable(error: unknown): boolean {
  let isOurs = false
  for (let one = error; one instanceof Error; one = one.cause) {
    // A query fails because of its connection, or because it got no connection.
    isOurs ||= one instanceof DrizzleQueryError || one instanceof DatabaseError || databaseErrors.has(one)
    if (isOurs && (isUnavailable(one) || (one instanceof AggregateError && one.errors.some(isUnavailable)))) return true
  }
  return false
}

function isUnavailable(one: unknown): boolean {
  if (!(one instanceof Error)) return false
  const code = 'code' in one ? String(one.code) : ''
  if (/^(?:08...|53...|57P0[1-5])$/.test(code)) return true
  if (/^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(code)) return true
  if (code === 'ENOENT' && 'syscall' in one && one.syscall === 'connect') return true
  return /^(?:Connection terminated|timeout exceeded when trying to connect)|connection error/.test(one.message)
}
