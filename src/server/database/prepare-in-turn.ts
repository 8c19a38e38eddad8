import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { openConnection } from './connections.ts'

/** Where and how a database is prepared. */
export type Preparation = {
  /** An address of the database; PostgreSQL's own one, where `DATABASE_URL` leads to a pooler. */
  url: string
  /** Ends the waiting; the promise then rejects. */
  signal?: AbortSignal | undefined
  /** Receives a sentence about what takes long. */
  onProgress?: ((text: string) => void) | undefined
}

// Any number, as long as every instance and every version takes the same one.
const turnLock = 7_242_026
const pollMs = 200
const firstWordMs = 1_000
const wordMs = 5_000

/**
 * Lets one instance at a time prepare the database. The lock belongs to a transaction that stays open meanwhile: it ends with the
 * connection, however that ends, also behind a pooler that gives the session to somebody else afterwards.
 */
export async function prepareInTurn<T>(preparation: Preparation, prepare: () => Promise<T>): Promise<T> {
  preparation.signal?.throwIfAborted()
  const client = await openConnection(preparation.url, 'harbor preparing')
  try {
    await waitForTurn(client, preparation)
    return await prepare()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Asks again and again instead of waiting inside of PostgreSQL: a query that waits keeps an old snapshot, for which the
 * `create index concurrently` of the instance at work would wait in turn.
 */
async function waitForTurn(client: Client, { signal, onProgress }: Preparation): Promise<void> {
  let nextWordAt = performance.now() + firstWordMs
  for (;;) {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    // Without a parameter: one would leave a portal open, whose snapshot keeps `create index concurrently` waiting.
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${turnLock}) as is_mine`)
    if (rows[0].is_mine) return
    await client.query('rollback')
    if (performance.now() >= nextWordAt) {
      onProgress?.(await describeHolder(client))
      nextWordAt = performance.now() + wordMs
    }
    await sleep(pollMs, undefined, { signal })
  }
}

async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; state: string | null; seconds: number }>(
    `select a.pid, a.application_name as name, a.state,
       coalesce(extract(epoch from clock_timestamp() - a.state_change), 0)::int as seconds
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [turnLock],
  )
  const [holder] = rows
  if (!holder) return 'Waiting for the lock of migrations.'
  const { pid, name, state, seconds } = holder
  const who = [name || 'a connection without a name', state && `${state} for ${seconds} s`].filter(Boolean).join(', ')
  return `Waiting for the lock of migrations, held by PostgreSQL's process ${pid} (${who}). If no other Harbor is starting, end it with: select pg_terminate_backend(${pid})`
}
