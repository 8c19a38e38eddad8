import type { Database } from './database.ts'

/**
 * For queries that nearly every request asks: written out once for a database, and planned once by each of its
 * connections instead of anew every time.
 */
export function prepareOnce<Prepared>(prepare: (db: Database) => Prepared): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>()
  return (db) => {
    const known = prepared.get(db) ?? prepare(db)
    prepared.set(db, known)
    return known
  }
}
