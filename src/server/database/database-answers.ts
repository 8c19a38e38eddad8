import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { QueryConfig } from 'pg'
import { type Database, findPool } from './database.ts'

/** Half a second below the 3 seconds within which `/readyz` answers in every case. */
const patienceMs = 2_500

/**
 * Returns a function that tells whether the database answers, within `patienceMs` even where the database is frozen or the network
 * swallows packets. Callers that come at the same time share one query.
 */
export function watchAnswers(db: Database, patience = patienceMs): () => Promise<boolean> {
  const pool = findPool(db)
  let asking: Promise<boolean> | undefined
  let answeredAt = Number.NEGATIVE_INFINITY
  pool?.on('release', (error) => {
    if (!error) answeredAt = performance.now()
  })
  const ask = async () => {
    // A query that runs out of time also takes its connection out of the pool: the next one gets a new connection.
    const query: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: patience }
    return (pool ? pool.query(query) : db.execute(sql`select 1`)).then(
      () => true,
      () => false,
    )
  }
  return async () => {
    asking ??= ask().finally(() => {
      asking = undefined
    })
    const askedAt = performance.now()
    const answer = await Promise.race([asking, sleep(patience, null, { ref: false })])
    // Under load the query may wait for a free connection. The database is alive if others were answered meanwhile.
    return answer ?? answeredAt >= askedAt
  }
}
