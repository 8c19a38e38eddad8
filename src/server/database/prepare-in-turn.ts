import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { openConnection } from './connections.ts'

/** The database to prepare, and how to wait for the lock. */
export type Preparation = {
  /** The database URL. If `DATABASE_URL` points to a pooler, this is the URL of PostgreSQL itself. */
  url: string
  /** Aborts the wait and rejects the promise. */
  signal?: AbortSignal | undefined
  /** Receives a sentence about each slow step. */
  onProgress?: ((text: string) => void) | undefined
}

// An arbitrary number that all instances and versions share.
const turnLock = 7_242_026
const pollMs = 200
const firstNoticeMs = 1_000
const noticeMs = 5_000

/**
 * Lets one instance at a time prepare the database. The lock belongs to a transaction that stays open meanwhile. The
 * lock ends with the connection in every case, even behind a pooler that reuses the session.
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
 * Polls for the lock instead of waiting inside PostgreSQL. A waiting query holds an old snapshot, and `create index
 * concurrently` of the working instance would wait for this snapshot.
 */
async function waitForTurn(client: Client, { signal, onProgress }: Preparation): Promise<void> {
  let nextNoticeAt = performance.now() + firstNoticeMs
  for (;;) {
    await client.query('begin; set local idle_in_transaction_session_timeout = 0')
    // The lock number is part of the text, because a query parameter leaves a portal open. The portal's snapshot would
    // block `create index concurrently`.
    const { rows } = await client.query(`select pg_try_advisory_xact_lock(${turnLock}) as is_mine`)
    if (rows[0].is_mine) return
    await client.query('rollback')
    if (performance.now() >= nextNoticeAt) {
      onProgress?.(await formatHolder(client))
      nextNoticeAt = performance.now() + noticeMs
    }
    await sleep(pollMs, undefined, { signal })
  }
}

async function formatHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; state: string | null; seconds: number }>(
    `select a.pid, a.application_name as name, a.state,
       coalesce(extract(epoch from clock_timestamp() - a.state_change), 0)::int as seconds
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [turnLock],
  )
  const [holder] = rows
  if (!holder) return 'Waiting for the migration lock.'
  const { pid, name, state, seconds } = holder
  const who = [name || 'a connection without a name', state && `${state} for ${seconds} s`].filter(Boolean).join(', ')
  return `Waiting for the migration lock, which is held by PostgreSQL process ${pid} (${who}). If no other Harbor is starting, end this process with: select pg_terminate_backend(${pid})`
}
