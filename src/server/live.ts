import { sql } from 'drizzle-orm'
import { Client, type Pool } from 'pg'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

export type LiveData = Record<string, unknown>
/** `resync` comes after the connection was lost: something may have happened unheard. */
export type LiveEvent = { name: 'changed' | 'resync'; data: LiveData }
type Listener = (event: LiveEvent) => void

export type Live = {
  /** Resolves once nothing said from now on is missed; call the result to stop listening. */
  subscribe: (topic: string, listener: Listener) => Promise<() => void>
  /** Resolves when the hub closes, for whoever holds a connection open because of it. */
  closed: Promise<void>
  close: () => Promise<void>
}

const channel = 'harbor_live'
const pingMs = 30_000
const waitMs = [200, 500, 1_000, 2_000, 5_000]

/** Says that something changed. Heard by every instance, and only if the transaction is kept. */
export async function publish(tx: Database, topic: string, data: LiveData = {}): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, data })})`)
}

/** One connection of this process that hears what every instance publishes. It opens with the first listener. */
export function openLive(pool: Pool, log: Log): Live {
  const listeners = new Map<string, Set<Listener>>()
  const { promise: closed, resolve: tellClosed } = Promise.withResolvers<void>()
  let connected: Promise<void> | undefined
  let client: Client | undefined
  let ping: NodeJS.Timeout | undefined
  let isClosed = false

  function hear(payload: string) {
    const { topic, data } = JSON.parse(payload) as { topic: string; data: LiveData }
    for (const listener of listeners.get(topic) ?? []) listener({ name: 'changed', data })
  }

  async function listen(): Promise<void> {
    const made = new Client({ ...pool.options, application_name: 'harbor live', keepAlive: true })
    let isLost = false
    const lose = (error?: Error) => {
      if (isLost) return
      isLost = true
      clearInterval(ping)
      made.end().catch(() => undefined)
      if (client !== made || isClosed) return
      log.warn('live updates lost their connection', { error })
      client = undefined
      connected = keepTrying().then(resync)
    }
    made.on('error', lose)
    made.on('end', () => lose())
    made.on('notification', ({ payload = '{}' }) => hear(payload))
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
    } catch (error) {
      isLost = true
      await made.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return made.end()
    client = made
    // A half-open connection hears nothing and says nothing about it.
    ping = setInterval(() => made.query('select 1').catch(lose), pingMs)
    ping.unref()
  }

  async function keepTrying(): Promise<void> {
    for (let round = 0; !isClosed; round++) {
      try {
        return await listen()
      } catch (error) {
        log.warn('live updates wait for the database', { error })
        await new Promise((resolve) => setTimeout(resolve, waitMs[Math.min(round, waitMs.length - 1)]).unref())
      }
    }
  }

  function resync() {
    for (const all of listeners.values()) for (const listener of all) listener({ name: 'resync', data: {} })
  }

  return {
    closed,
    subscribe: async (topic, listener) => {
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(listener))
      connected ??= keepTrying()
      await connected
      return () => {
        all.delete(listener)
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic)
      }
    },
    close: async () => {
      isClosed = true
      clearInterval(ping)
      listeners.clear()
      tellClosed()
      await client?.end().catch(() => undefined)
    },
  }
}
