import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { Database } from './database.ts'

/**
 * For queries that nearly every request asks: written out once for a database, and planned once by each of its
 * connections instead of anew every time.
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
 * Whether a column has one of the numbers that are given under a name. Behind a `select` PostgreSQL cannot see how many they are: if it
 * could, its plan for any number would look dear beside one for these, and it would plan anew for every request.
 */
export function isAmong(column: AnyColumn, name: string): SQL {
  return sql`${column} = any((select ${sql.placeholder(name)}::int[])::int[])`
}
