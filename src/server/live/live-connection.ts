import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type Pool, type QueryConfig } from 'pg'
import { isRecord } from '#contract/values.ts'
import { newId } from '../database/ids.ts'
import type { Log } from '../log/log.ts'

/** The notification channel of all instances. */
export const channel = 'harbor_live'
const deafness =
  'Notifications do not arrive: DATABASE_DIRECT_URL must be the address of the PostgreSQL server itself, and of the same database'
// A process that hears nothing notices it within twice this time: until the next pulse, and until that is given up.
const pulseMs = 4_000
// A half-open connection never answers; without this nobody would notice.
const patience = { query_timeout: 10_000 }
const catchUpMs = 3_000
const waitMs = [200, 500, 1_000, 2_000, 5_000]

export type LiveOptions = {
  /** PostgreSQL's own address, where the pool's leads to a pooler that passes on no notifications. */
  directUrl?: string | undefined
  /** How often the process makes sure that it hears, in milliseconds. */
  pulse?: number
}

type Listening = {
  onMessage: (message: Record<string, unknown>) => void
  /** Called after the connection was lost and opened again. */
  onReconnect: () => void
}

/** A connection that listens for notifications, opens again after it was lost, and makes sure that notifications arrive. */
export class LiveConnection {
  /** True once the connection is closed for good. */
  isClosed = false
  /** True while notifications do not arrive. A connection that is opening for the first time is no trouble yet. */
  isDeaf = false
  readonly #pool: Pool
  readonly #log: Log
  readonly #options: LiveOptions & Listening
  readonly #pulse: number
  #opened: Promise<void> | undefined
  #client: Client | undefined
  #awaited: { id: string; hear: () => void } | undefined
  #lose: (error: unknown) => void = () => {}

  constructor(pool: Pool, log: Log, options: LiveOptions & Listening) {
    this.#pool = pool
    this.#log = log
    this.#options = options
    this.#pulse = options.pulse ?? pulseMs
  }

  /** Opens the connection, once. Resolves when nothing that is published from now on is missed, and never rejects. */
  open(): Promise<void> {
    this.#opened ??= this.#keepTrying()
    return this.#opened
  }

  /** Resolves once everything that was published before now has arrived. Rejects if the connection does not answer. */
  async catchUp(): Promise<void> {
    if (!this.#client) throw new Error('Live updates have no connection')
    // Of this connection: by the time it fails there may be another one, which is well.
    const lose = this.#lose
    try {
      // PostgreSQL sends what it has to tell before it answers.
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
        this.isDeaf = true
        this.#log.warn('live updates wait for the database', { error })
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
      // Nobody else opens the connection again if it was lost before now.
      if (isLost) throw new Error('The connection was lost as it opened')
    } catch (error) {
      isLost = true
      // Not waited for: a connection that is broken may never say that it has ended.
      made.end().catch(() => undefined)
      throw error
    }
    if (this.isClosed) return made.end()
    this.#client = made
    this.isDeaf = false
    this.#lose = lose
    // A connection that is half open, or that a pooler does not pass notifications to, receives nothing and reports no error.
    this.#keepProving(made).catch(lose)
  }

  #reconnect(error: unknown): void {
    this.#log.warn('live updates lost their connection', { error })
    this.#client = undefined
    this.isDeaf = true
    this.#opened = this.#keepTrying().then(() => this.#options.onReconnect())
  }

  /** A message that is none of ours ends nothing. */
  #hear(payload: string): void {
    try {
      const message: unknown = JSON.parse(payload)
      if (!isRecord(message)) throw new Error('The message is no object')
      if (message.pulse === undefined) this.#options.onMessage(message)
      else if (message.pulse === this.#awaited?.id) this.#awaited?.hear()
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
   * Sends a notification as everybody else does, through the pool, and rejects if it is not heard here in time. One that cannot be sent
   * proves nothing: the pool may be busy, or the database away, which its callers notice by themselves.
   */
  async #prove(): Promise<void> {
    const { promise: heard, resolve } = Promise.withResolvers<true>()
    const id = newId()
    this.#awaited = { id, hear: () => resolve(true) }
    const send = this.#pool.query('select pg_notify($1, $2)', [channel, JSON.stringify({ pulse: id })])
    const isSent = await Promise.race([
      send.then(
        () => true,
        () => false,
      ),
      sleep(this.#pulse, false, { ref: false }),
    ])
    if (!isSent || (await Promise.race([heard, sleep(this.#pulse, false, { ref: false })]))) return
    if (!this.isClosed) throw new Error(deafness)
  }
}
