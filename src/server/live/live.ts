import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { isRecord } from '#contract/values.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log/log.ts'
import { channel, LiveConnection, type LiveOptions } from './live-connection.ts'

export type LiveData = Record<string, unknown>
/**
 * An event of a topic. `resync` follows a lost connection, during which changes may have been missed. `closed` is the
 * last event, and its listeners must close their connections.
 */
export type LiveEvent = { name: 'changed' | 'resync' | 'closed'; data: LiveData }
type Listener = (event: LiveEvent) => void

export type Live = {
  /**
   * Adds a listener. `ready` resolves once no later event can be missed, and never rejects. A stopped listener leaves
   * no trace.
   */
  subscribe: (topic: string, listener: Listener) => { ready: Promise<void>; stop: () => void }
  /** Resolves once all earlier events have arrived. Rejects if this cannot be confirmed soon. */
  catchUp: () => Promise<void>
  /** Returns false while this process receives nothing, because its connection is lost or gets no notifications. */
  isReceiving: () => boolean
  close: () => Promise<void>
}

/** Publishes a change to every instance. The change is sent only if the transaction commits. */
export async function publish(tx: Database, topic: string, data: LiveData = {}): Promise<void> {
  await tx.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, data })})`)
}

/** Returns the topic for ended sessions of an account. Every stream of the account then checks its session again. */
export function sessionsTopic(customerId: string): string {
  return `sessions:${customerId}`
}

/**
 * Opens the process's only connection for the events of all instances. The connection opens with the first listener.
 */
export function openLive(pool: Pool, log: Log, options: LiveOptions = {}): Live {
  const listeners = createListeners(log)
  const connection = new LiveConnection(pool, log, {
    ...options,
    onMessage: (message) => listeners.hear(message),
    onReconnect: () => listeners.notifyAll('resync'),
  })
  return {
    subscribe: (topic, listener) => {
      const stop = listeners.add(topic, listener)
      return { ready: connection.open(), stop }
    },
    catchUp: shareConcurrentCalls(() => connection.catchUp()),
    isReceiving: () => !connection.isStale,
    close: async () => {
      connection.isClosed = true
      listeners.notifyAll('closed')
      listeners.clear()
      await connection.end()
    },
  }
}

function createListeners(log: Log) {
  const byTopic = new Map<string, Set<Listener>>()
  // A failing listener must not stop the other listeners.
  function notify(all: Iterable<Listener>, event: LiveEvent) {
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
      notify(byTopic.get(String(topic)) ?? [], { name: 'changed', data: isRecord(data) ? data : {} }),
    notifyAll: (name: 'resync' | 'closed') => {
      for (const all of [...byTopic.values()]) notify(all, { name, data: {} })
    },
    clear: () => byTopic.clear(),
  }
}

/**
 * Shares query results between callers. The connection takes one query at a time. Later callers share the next query,
 * because the running query may have started before their call.
 */
function shareConcurrentCalls(ask: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  return function callShared(): Promise<void> {
    if (underWay) {
      next ??= underWay
        .catch(() => undefined)
        .then(() => {
          next = undefined
          return callShared()
        })
      return next
    }
    underWay = ask().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}
