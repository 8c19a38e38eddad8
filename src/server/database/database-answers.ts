import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import { type Database, findPool } from './database.ts'

/** 2,500 ms: half a second below the 3 seconds within which `/readyz` always responds. */
const patienceMs = 2_500

/**
 * Returns a function that checks whether the database answers within `patienceMs`, even if the database is frozen or
 * the network drops packets. Concurrent callers share one query.
 */
export function createDatabaseCheck(db: Database, timeoutMs = patienceMs): () => Promise<boolean> {
  const pool = findPool(db)
  let runningQuery: Promise<boolean> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  pool?.on('release', (error) => {
    if (!error) answeredAt = performance.now()
  })
  const ask = async () => {
    // A query that times out also removes its connection from the pool. The next query gets a new connection.
    const query: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: timeoutMs }
    return (pool ? pool.query(query) : db.execute(sql`select 1`)).then(
      () => true,
      () => false,
    )
  }
  return async () => {
    runningQuery ??= ask().finally(() => {
      runningQuery = undefined
    })
    const askedAt = performance.now()
    const answer = await Promise.race([runningQuery, sleep(timeoutMs, null, { ref: false })])
    // Under load, this check may still wait for a free connection. The database is alive if other queries were answered
    // meanwhile.
    return answer ?? answeredAt >= askedAt
  }
}
