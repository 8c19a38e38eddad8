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
