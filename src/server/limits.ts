import { sql } from 'drizzle-orm'
import { CannotStart } from './cannot-start.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { refuse } from './refuse.ts'

const minute = 60
const hour = 60 * minute

/**
 * How often within how many seconds. Counted in the database, so the limits hold across instances.
 * `LIMIT_SIGN_IN_BY_IP=60/600` in the environment changes `signInByIp`; docs/limits.md lists them all.
 */
const rules = {
  signInByIp: [30, 10 * minute, 'Many people share one address; a guesser gets nowhere with so few.'],
  signInByEmail: [8, 10 * minute, 'An owner mistypes a few times; a guesser needs millions.'],
  registerByIp: [20, hour, 'A school or an office signs up; a script fills no table.'],
  forgotByIp: [20, hour, 'People of one network who forgot; not a machine that mails strangers.'],
  forgotByEmail: [3, hour, 'A mailbox is not flooded by somebody who knows its address.'],
  resetByIp: [20, hour, 'Links cannot be guessed anyway; this keeps hashing cheap.'],
  trackingByIp: [30, 10 * minute, 'A family tracks its parcels; a guesser of numbers stops early.'],
  trackingByEmail: [12, 10 * minute, 'Guessing the numbers of one address stops whatever the network.'],
  bindByCaller: [60, minute, 'Every widget of a page claimed at once, twice.'],
  userCheckByIp: [30, 10 * minute, 'One look for each widget; not a list of addresses.'],
  contactByIp: [20, hour, 'A whole office with a problem; not a flood of the inbox.'],
  contactByEmail: [10, hour, 'Anybody can enter anybody’s address, so it gets few mails.'],
  chatByCaller: [60, 10 * minute, 'A fast writer; not a script.'],
  uploadByCustomer: [60, 10 * minute, 'Twelve full forms of five pictures.'],
  subscribeByIp: [20, hour, 'A network of readers; not a list that somebody subscribes.'],
  cartByCaller: [300, minute, 'Five taps a second, or the people of one network; each is a few small statements.'],
  quoteByCaller: [
    120,
    minute,
    'Every tap on shipping and coupons asks once; a quote is the dearest answer for a guest.',
  ],
  checkoutByIp: [60, 10 * minute, 'A minute has six serious tries of one network.'],
  paymentByIp: [200, 10 * minute, 'Coming back from a payment page asks several times.'],
  keysByNetwork: [
    600,
    10 * minute,
    'A key is kept for a day; nobody repeats this many requests, and nobody fills the table.',
  ],
  eventsByIp: [600, minute, 'A busy page sends a few a second.'],
} as const satisfies Record<string, readonly [tries: number, seconds: number, reason: string]>

export type LimitName = keyof typeof rules
export type LimitRules = Record<LimitName, readonly [tries: number, seconds: number]>

export const limitRows = Object.entries(rules).map(([name, [tries, seconds, reason]]) => ({
  name: name as LimitName,
  variable: `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`,
  tries,
  seconds,
  reason,
}))

/** The limits with what the environment says otherwise. */
export function readLimitRules(environment: Record<string, string | undefined> = {}): LimitRules {
  const read = limitRows.map(({ name, variable, tries, seconds }) => {
    const given = environment[variable]
    if (given === undefined || given === '') return [name, [tries, seconds]]
    const [, givenTries, givenSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(given) ?? []
    if (!givenTries) {
      throw new CannotStart(
        `${variable} must be tries/seconds such as ${tries}/${seconds}, but is ${JSON.stringify(given)}.`,
      )
    }
    return [name, [Number(givenTries), Number(givenSeconds)]]
  })
  return Object.fromEntries(read) as LimitRules
}

export type Limits = {
  /** Counts one try and refuses with 429 and `Retry-After` when there were too many. */
  take: (name: LimitName, key: string) => Promise<void>
  /** A try that turned out well does not count: only guessing is limited. */
  giveBack: (name: LimitName, key: string) => Promise<void>
}

/** `patience` multiplies every limit; browser journeys all come from one address. */
export function createLimits(
  db: Database,
  clock: Clock,
  { patience = 1, limitRules = readLimitRules() }: { patience?: number; limitRules?: LimitRules } = {},
): Limits {
  return {
    giveBack: async (name, key) => {
      await db.execute(sql`
        update rate_limits set tries = greatest(tries - 1, 1) where key = ${`${name}:${key}`}`)
    },
    take: async (name, key) => {
      const [tries, seconds] = limitRules[name]
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
