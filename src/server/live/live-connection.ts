import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool, type QueryConfig } from 'pg'
import { isRecord } from '#contract/values.ts'
import { newId } from '../database/ids.ts'
import type { Log } from '../log/log.ts'

/** The notification channel of all instances. */
export const channel = 'harbor_live'
const staleMessage =
  'Notifications do not arrive. DATABASE_DIRECT_URL must be the address of the PostgreSQL server itself and name the same database'
// 4 s: a process that receives no notifications notices the failure within twice this time, after one pulse and its
// timeout.
const pulseMs = 4_000
// A half-open connection never answers. The timeout detects it.
const patience = { query_timeout: 10_000 }
const catchUpMs = 3_000
const waitMs = [200, 500, 1_000, 2_000, 5_000]

export type LiveOptions = {
  /** PostgreSQL's own URL, if the pool uses a pooler that forwards no notifications. */
  directUrl?: string | undefined
  /** The interval in milliseconds at which the process checks that it receives notifications. */
  pulse?: number
}

type Listening = {
  onMessage: (message: Record<string, unknown>) => void
  onReconnect: () => void
}

/** A connection that listens for notifications, reconnects after a loss, and checks that notifications arrive. */
export class LiveConnection {
  /** True once the connection is closed permanently. */
  isClosed = false
  /** True while notifications do not arrive. False while the first connection is being opened. */
  isStale = false
  readonly #pool: Pool
  readonly #log: Log
  readonly #options: LiveOptions & Listening
  readonly #pulse: number
  #opened: Promise<void> | undefined
  #client: Client | undefined
  #awaited: { id: string; onPulse: () => void } | undefined
  #lose: (error: unknown) => void = () => {}

  constructor(pool: Pool, log: Log, options: LiveOptions & Listening) {
    this.#pool = pool
    this.#log = log
    this.#options = options
    this.#pulse = options.pulse ?? pulseMs
  }

  /** Opens the connection once. Resolves when no later notification can be missed, and never rejects. */
  open(): Promise<void> {
    this.#opened ??= this.#keepTrying()
    return this.#opened
  }

  /** Resolves once all earlier notifications have arrived. Rejects if the connection does not respond. */
  async catchUp(): Promise<void> {
    if (!this.#client) throw new Error('Live updates have no connection')
    // Read before the query, because a new healthy connection may exist by the time the query fails.
    const lose = this.#lose
    try {
      // PostgreSQL sends pending notifications before the result of the query.
      const config: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: catchUpMs }
      await this.#client.query(config)
    } catch (error) {
      lose(error)
      throw error
    }
  }

  async end(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
  }

  async #keepTrying(): Promise<void> {
    for (let round = 0; !this.isClosed; round++) {
      try {
        return await this.#listen()
      } catch (error) {
        this.isStale = true
        this.#log.warn('live updates cannot reach the database', { error })
        await sleep(waitMs[Math.min(round, waitMs.length - 1)], undefined, { ref: false })
      }
    }
  }

  async #listen(): Promise<void> {
    const connectionString = this.#options.directUrl ?? this.#pool.options.connectionString
    const names = { application_name: 'harbor live', keepAlive: true }
    const made = new Client({ ...this.#pool.options, connectionString, ...patience, ...names })
    let isLost = false
    const lose = (error?: unknown) => {
      if (isLost) return
      isLost = true
      made.end().catch(() => undefined)
      if (this.#client === made && !this.isClosed) this.#reconnect(error)
    }
    made.on('error', lose)
    made.on('end', () => lose())
    made.on('notification', ({ payload = '{}' }) => this.#hear(payload))
    try {
      await made.connect()
      await made.query(`listen ${channel}`)
      await this.#prove()
      // If the connection was lost before this line, only the retry loop reopens it.
      if (isLost) throw new Error('The connection was lost while it was opened')
    } catch (error) {
      isLost = true
      // Not awaited: a broken connection may never report its end.
      made.end().catch(() => undefined)
      throw error
    }
    if (this.isClosed) return made.end()
    this.#client = made
    this.isStale = false
    this.#lose = lose
    // A half-open connection, or a pooler without notifications, receives nothing and reports no error.
    this.#keepProving(made).catch(lose)
  }

  #reconnect(error: unknown): void {
    this.#log.warn('live updates lost their connection', { error })
    this.#client = undefined
    this.isStale = true
    this.#opened = this.#keepTrying().then(() => this.#options.onReconnect())
  }

  /** Handles a notification. A message of another program is logged and ignored. */
  #hear(payload: string): void {
    try {
      const message: unknown = JSON.parse(payload)
      if (!isRecord(message)) throw new Error('The message is not an object')
      if (message.pulse === undefined) this.#options.onMessage(message)
      else if (message.pulse === this.#awaited?.id) this.#awaited?.onPulse()
    } catch (error) {
      this.#log.warn('a live update could not be read', { error })
    }
  }

  async #keepProving(made: Client): Promise<void> {
    while (this.#client === made && !this.isClosed) {
      await sleep(this.#pulse, undefined, { ref: false })
      if (this.#client === made) await this.#prove()
    }
  }

  /**
   * Sends a notification through the pool, like any publisher, and rejects if the notification does not arrive in time.
   * A failure to send proves nothing, because the pool may be busy or the database unavailable. Other callers notice
   * such failures.
   */
  async #prove(): Promise<void> {
    const { promise: heard, resolve } = Promise.withResolvers<true>()
    const id = newId()
    this.#awaited = { id, onPulse: () => resolve(true) }
    const send = this.#pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ pulse: id })])
    const isSent = await Promise.race([
      send.then(
        () => true,
        () => false,
      ),
      sleep(this.#pulse, false, { ref: false }),
    ])
    if (!isSent || (await Promise.race([heard, sleep(this.#pulse, false, { ref: false })]))) return
    if (!this.isClosed) throw new Error(staleMessage)
  }
}
