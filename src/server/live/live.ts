import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { isRecord } from '#contract/values.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { channel, LiveConnection, type LiveOptions } from './live-connection.ts'

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

/** Says that something changed. Heard by every instance, and only if the transaction is kept. */
export async function publish(tx: Database, topic: string, data: LiveData = {}): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, data })})`)
}

/** Where it is said that sessions of an account have ended: whoever follows anything by one of them is asked anew. */
export function sessionsTopic(customerId: string): string {
  return `sessions:${customerId}`
}

/** Opens the one connection of this process that hears what every instance publishes. It connects with the first listener. */
export function openLive(pool: Pool, log: Log, options: LiveOptions = {}): Live {
  const listeners = createListeners(log)
  const connection = new LiveConnection(pool, log, {
    ...options,
    onMessage: (message) => listeners.hear(message),
    onReconnect: () => listeners.tellAll('resync'),
  })
  return {
    subscribe: (topic, listener) => {
      const stop = listeners.add(topic, listener)
      return { ready: connection.open(), stop }
    },
    catchUp: shareAnswers(() => connection.catchUp()),
    isHearing: () => !connection.isDeaf,
    close: async () => {
      connection.isClosed = true
      listeners.tellAll('closed')
      listeners.clear()
      await connection.end()
    },
  }
}

function createListeners(log: Log) {
  const byTopic = new Map<string, Set<Listener>>()
  // One listener that fails keeps no other from hearing, and ends nothing.
  function tell(all: Iterable<Listener>, event: LiveEvent) {
    for (const listener of [...all]) {
      try {
        listener(event)
      } catch (error) {
        log.error('a listener of live updates failed', { error })
      }
    }
  }
  return {
    add: (topic: string, listener: Listener) => {
      const all = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, all.add(listener))
      return () => {
        all.delete(listener)
        if (all.size === 0 && byTopic.get(topic) === all) byTopic.delete(topic)
      }
    },
    hear: ({ topic, data }: Record<string, unknown>) =>
      tell(byTopic.get(String(topic)) ?? [], { name: 'changed', data: isRecord(data) ? data : {} }),
    tellAll: (name: 'resync' | 'closed') => {
      for (const all of [...byTopic.values()]) tell(all, { name, data: {} })
    },
    clear: () => byTopic.clear(),
  }
}

/** A connection takes one query at a time. Callers that come meanwhile share the next one: the answer under way may be older than they. */
function shareAnswers(ask: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  return function askShared(): Promise<void> {
    if (underWay) {
      next ??= underWay
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return askShared()
        })
      return next
    }
    underWay = ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
