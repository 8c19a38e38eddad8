import { sql } from 'drizzle-orm'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { refuse } from './refuse.ts'

const minute = 60
const hour = 60 * minute

/** How often within how many seconds. Counted in the database, so the limits hold across instances. */
const rules = {
  signInByIp: [30, 10 * minute],
  signInByEmail: [8, 10 * minute],
  registerByIp: [20, hour],
  forgotByIp: [20, hour],
  forgotByEmail: [3, hour],
  resetByIp: [20, hour],
  trackingByIp: [30, 10 * minute],
  trackingByEmail: [12, 10 * minute],
  bindByCaller: [60, minute],
  userCheckByIp: [30, 10 * minute],
  contactByIp: [20, hour],
  contactByEmail: [10, hour],
  chatByCaller: [60, 10 * minute],
  uploadByCustomer: [60, 10 * minute],
  subscribeByIp: [20, hour],
  checkoutByIp: [60, 10 * minute],
  paymentByIp: [200, 10 * minute],
  eventsByIp: [600, minute],
} as const satisfies Record<string, readonly [tries: number, seconds: number]>

export type LimitName = keyof typeof rules
export type Limits = {
  /** Counts one try and refuses with 429 and `Retry-After` when there were too many. */
  take: (name: LimitName, key: string) => Promise<void>
  /** A try that turned out well does not count: only guessing is limited. */
  giveBack: (name: LimitName, key: string) => Promise<void>
}

/** `patience` multiplies every limit; browser journeys all come from one address. */
export function createLimits(db: Database, clock: Clock, patience = 1): Limits {
  return {
    giveBack: async (name, key) => {
      await db.execute(sql`
        update rate_limits set tries = greatest(tries - 1, 1) where key = ${`${name}:${key}`}`)
    },
    take: async (name, key) => {
      const [tries, seconds] = rules[name]
      const now = clock.now()
      const resetAt = new Date(now.getTime() + seconds * 1000)
      const { rows } = await db.execute<{ tries: number; reset_at: Date }>(sql`
        insert into rate_limits (key, tries, reset_at) values (${`${name}:${key}`}, 1, ${resetAt})
        on conflict (key) do update set
          tries = case when rate_limits.reset_at <= ${now} then 1 else rate_limits.tries + 1 end,
          -- A clock that was ahead and is set right must not keep anybody out for as long as it was wrong.
          reset_at = case when rate_limits.reset_at <= ${now} then excluded.reset_at
            else least(rate_limits.reset_at, excluded.reset_at) end
        returning tries, reset_at`)
      const row = rows[0]
      if (!row || row.tries <= tries * patience) return
      const retryAfter = Math.max(1, Math.ceil((new Date(row.reset_at).getTime() - now.getTime()) / 1000))
      throw refuse('too_many', { retryAfter })
    },
  }
}
