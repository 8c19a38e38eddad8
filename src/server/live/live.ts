import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { Client, type Pool, type QueryConfig } from 'pg'
import type { Database } from '../database/database.ts'
import { newId } from '../database/ids.ts'
import type { Log } from '../log/log.ts'

export type LiveData = Record<string, unknown>
/**
 * `resync` comes after the connection was lost: something may have happened unheard. `closed` is the last: the hub is gone,
 * and whoever holds a connection open because of it lets go.
 */
export type LiveEvent = { name: 'changed' | 'resync' | 'closed'; data: LiveData }
type Listener = (event: LiveEvent) => void

export type Live = {
  /** `ready` resolves once nothing said from now on is missed; it never rejects. Nothing is kept of who stopped. */
  subscribe: (topic: string, listener: Listener) => { ready: Promise<void>; stop: () => void }
  /** Resolves once everything that was said before now has been heard; rejects if that cannot be told soon. */
  catchUp: () => Promise<void>
  /** False while this process hears nothing: its connection is lost, or leads to where notifications do not arrive. */
  isHearing: () => boolean
  close: () => Promise<void>
}

const channel = 'harbor_live'
const deafness =
  'Notifications do not arrive: DATABASE_DIRECT_URL must be the address of the PostgreSQL server itself, and of the same database'
// A process that hears nothing notices it within twice this time: until the next pulse, and until that is given up.
const pulseMs = 4_000
// A half-open connection never answers; without this nobody would notice.
const patience = { query_timeout: 10_000 }
const catchUpMs = 3_000
const waitMs = [200, 500, 1_000, 2_000, 5_000]

/** Says that something changed. Heard by every instance, and only if the transaction is kept. */
export async function publish(tx: Database, topic: string, data: LiveData = {}): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, data })})`)
}

/** Where it is said that sessions of an account have ended: whoever follows anything by one of them is asked anew. */
export function sessionsTopic(customerId: string): string {
  return `sessions:${customerId}`
}

type Options = {
  /** PostgreSQL's own address, where the pool's leads to a pooler that passes on no notifications. */
  directUrl?: string | undefined
  /** How often the process makes sure that it hears, in milliseconds. */
  pulse?: number
}

/** One connection of this process that hears what every instance publishes. It opens with the first listener. */
export function openLive(pool: Pool, log: Log, { directUrl, pulse = pulseMs }: Options = {}): Live {
  const listeners = new Map<string, Set<Listener>>()
  let connected: Promise<void> | undefined
  let client: Client | undefined
  let awaited: { id: string; hear: () => void } | undefined
  let isClosed = false
  // A connection that is opening for the first time is no trouble yet.
  let isDeaf = false
  let lose: (error: Error) => void = () => {}
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined

  // One listener that fails, or a message that is none of ours, keeps no other from hearing, and ends nothing.
  function tell(all: Iterable<Listener>, event: LiveEvent) {
    for (const listener of [...all]) {
      try {
        listener(event)
      } catch (error) {
        log.error('a listener of live updates failed', { error })
      }
    }
  }

  function hear(payload: string) {
    try {
      const { topic, data, pulse: id } = JSON.parse(payload) as { topic: string; data: LiveData; pulse?: string }
      if (id !== undefined) return id === awaited?.id ? awaited.hear() : undefined
      tell(listeners.get(topic) ?? [], { name: 'changed', data })
    } catch (error) {
      log.warn('a live update could not be read', { error })
    }
  }

  async function listen(): Promise<void> {
    const connectionString = directUrl ?? pool.options.connectionString
    const names = { application_name: 'harbor live', keepAlive: true }
    const made = new Client({ ...pool.options, connectionString, ...patience, ...names })
    let isLost = false
    const loseThis = (error?: Error) => {
      if (isLost) return
      isLost = true
      made.end().catch(() => undefined)
      if (client !== made || isClosed) return
      log.warn('live updates lost their connection', { error })
      client = undefined
      isDeaf = true
      connected = keepTrying().then(() => tellAll('resync'))
    }
    made.on('error', loseThis)
    made.on('end', () => loseThis())
    made.on('notification', ({ payload = '{}' }) => hear(payload))
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
      await provePulse()
      // Nobody else opens the connection again if it was lost before now.
      if (isLost) throw new Error('The connection was lost as it opened')
    } catch (error) {
      isLost = true
      // Not waited for: a connection that is broken may never say that it has ended.
      made.end().catch(() => undefined)
      throw error
    }
    if (isClosed) return made.end()
    client = made
    isDeaf = false
    lose = loseThis
    // A connection that is half open, or that a pooler does not pass notifications to, receives nothing and reports no error.
    keepProving(made).catch(loseThis)
  }

  async function keepProving(made: Client): Promise<void> {
    while (client === made && !isClosed) {
      await sleep(pulse, undefined, { ref: false })
      if (client === made) await provePulse()
    }
  }

  /**
   * Sends a notification as everybody else does, through the pool, and rejects if it is not heard here in time. One that cannot be sent
   * proves nothing: the pool may be busy, or the database away, which its callers notice by themselves.
   */
  async function provePulse(): Promise<void> {
    const { promise: heard, resolve } = Promise.withResolvers<true>()
    const id = newId()
    awaited = { id, hear: () => resolve(true) }
    const send = pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ pulse: id })])
    const isSent = await Promise.race([
      send.then(
        () => true,
        () => false,
      ),
      sleep(pulse, false, { ref: false }),
    ])
    if (!isSent || (await Promise.race([heard, sleep(pulse, false, { ref: false })]))) return
    if (!isClosed) throw new Error(deafness)
  }

  async function keepTrying(): Promise<void> {
    for (let round = 0; !isClosed; round++) {
      try {
        return await listen()
      } catch (error) {
        isDeaf = true
        log.warn('live updates wait for the database', { error })
        await new Promise((resolve) => setTimeout(resolve, waitMs[Math.min(round, waitMs.length - 1)]).unref())
      }
    }
  }

  /** A connection takes one query at a time. Those who come meanwhile share the next one: the answer under way may be older than they. */
  function catchUp(): Promise<void> {
    if (underWay) {
      next ??= underWay
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return catchUp()
        })
      return next
    }
    underWay = askForLife().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function askForLife(): Promise<void> {
    if (!client) throw new Error('Live updates have no connection')
    // Of this connection: by the time it fails there may be another one, which is well.
    const loseThis = lose
    try {
      // PostgreSQL sends what it has to tell before it answers.
      await client.query({ text: 'select 1', query_timeout: catchUpMs } as QueryConfig)
    } catch (error) {
      loseThis(error as Error)
      throw error
    }
  }

  function tellAll(name: 'resync' | 'closed') {
    for (const all of [...listeners.values()]) tell(all, { name, data: {} })
  }

  return {
    subscribe: (topic, listener) => {
      const all = listeners.get(topic) ?? new Set()
      listeners.set(topic, all.add(listener))
      connected ??= keepTrying()
      const stop = () => {
        all.delete(listener)
        if (all.size === 0 && listeners.get(topic) === all) listeners.delete(topic)
      }
      return { ready: connected, stop }
    },
    catchUp,
    isHearing: () => !isDeaf,
    close: async () => {
      isClosed = true
      tellAll('closed')
      listeners.clear()
      await client?.end().catch(() => undefined)
    },
  }
}
