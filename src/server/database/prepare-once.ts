import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * Prepares a Drizzle query once per database. Drizzle builds the query once, and each connection of the pool plans it
 * once under its name.
 */
export function prepareOnce<Prepared, Given extends unknown[] = []>(
  prepare: (db: Database, ...given: Given) => Prepared,
): (db: Database, ...given: Given) => Prepared {
  const prepared = new WeakMap<Database, Prepared>()
  return (db, ...given) => {
    const known = prepared.get(db) ?? prepare(db, ...given)
    prepared.set(db, known)
    return known
  }
}

/**
 * Returns the condition that a column has one of the numbers of a placeholder. The `select` hides the list's length
 * from PostgreSQL's planner. Otherwise the planner would make a new plan for every request.
 */
export function isAmong(column: AnyColumn, name: string): SQL {
  return sql`${column} = any((select ${sql.placeholder(name)}::int[])::int[])`
}
