import type { Bounds } from './bounds.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { FetchOutside } from './fetch-outside.ts'
import type { Files } from './files.ts'
import type { Hooks } from './hooks.ts'
import type { ConcurrencyLimit } from './limit-concurrency.ts'
import type { Limits } from './limits.ts'
import type { Log } from './log.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { SendMail } from './send-mail.ts'
import type { SendOutside } from './send-outside.ts'
import type { ShopMetrics } from './shop-metrics.ts'

/** What every service stands on. Passed in, so that tests can hand over their own clock and mailbox. */
export type Shop = {
  db: Database
  clock: Clock
  log: Log
  sendMail: SendMail
  /** False where mails are only written to a folder. */
  sendsMail: boolean
  limits: Limits
  bounds: Bounds
  files: Files
  fetchOutside: FetchOutside
  sendOutside: SendOutside
  /** Where the day's exchange rates are published, in the European Central Bank's format; without it, the bank's own address. */
  ratesUrl?: string | undefined
  payments: PaymentProvider
  hooks: Hooks
  metrics: ShopMetrics
  /** Limits how many passwords are hashed at once. */
  limitHashing: ConcurrencyLimit
  /** Whether staff can sign in at a provider of single sign-on. */
  hasSso?: boolean
  /** Where shoppers reach the shop, without a slash at the end. */
  publicUrl: string
  trustedProxies: number
}

/** The part of the shop that a command needs; a caller already in a transaction passes it as `db`. */
export type CommandContext = Pick<Shop, 'db' | 'clock' | 'publicUrl' | 'hooks'> & {
  /** Who of the people behind the shop does it: events name them. */
  by?: string | undefined
  /** The most that the actor may pay back at once, in the shop's own currency. Absent or null: no limit. */
  refundLimit?: number | null | undefined
}
