import { sql } from 'drizzle-orm'
import { keysOf, recordOf } from '#contract/values.ts'
import { CannotStart } from '../../cannot-start.ts'
import type { Clock } from '../../clock.ts'
import type { Database } from '../../database/database.ts'
import { prepareOnce } from '../../database/prepare-once.ts'
import { refuse } from '../refuse.ts'
import { rateLimits } from './limits.tables.ts'

const minute = 60
const hour = 60 * minute
/** The first growing wait, and the time for which tries are remembered, in seconds. */
const firstWait = 2
const rememberedFor = 24 * hour

/**
 * The allowed tries and their period in seconds. Tries are counted in the database, so the limits hold across
 * instances. `LIMIT_SIGN_IN_BY_IP=60/600` in the environment changes `signInByIp`. docs/limits.md lists all limits.
 */
const rules = {
  signInByIp: [
    60,
    10 * minute,
    'Wrong passwords from one network. An office mistypes; an attacker who tries many accounts is stopped.',
  ],
  signInTries: [
    5,
    10 * minute,
    'Wrong passwords from one network or known device for one account. Then each wait is twice the last, up to this period.',
  ],
  signInByEmail: [
    50,
    hour,
    'Wrong passwords for one account from all networks. Then a network that never signed in has two tries before it waits; the owner is not locked out.',
  ],
  staffCodesByAccount: [
    10,
    hour,
    'Wrong second-step codes of one staff account from all networks together. Then each pause doubles, up to one hour; known devices are exempt.',
  ],
  staffCodeWarnings: [1, 24 * hour, 'Mails that warn a staff member about guessed codes.'],
  passwordTries: [
    5,
    10 * minute,
    'Wrong current passwords in a signed-in session. Then the waits grow up to this period.',
  ],
  registerByIp: [20, hour, 'Registrations from one network: a school or an office fits, a script does not.'],
  forgotByIp: [
    30,
    hour,
    'Password resets from one network. Beyond them no request is refused; an account gets a new link only when its last one is about to expire.',
  ],
  confirmMails: [3, hour, 'Confirmation mails that a signed-in shopper requests for their address.'],
  trackingByIp: [
    30,
    10 * minute,
    'Order lookups from one network: enough for a family, too few for guessing order numbers.',
  ],
  trackingByEmail: [
    12,
    10 * minute,
    'Order lookups for one email address, from any network: too few for guessing order numbers.',
  ],
  orderLinkMails: [
    3,
    hour,
    'Mails with a link to one order. Anyone who knows its number and email address can request one.',
  ],
  orderLinkByIp: [60, 10 * minute, 'Order links opened from one network: too few for guessing tokens.'],
  bindByCaller: [60, minute, 'Coupon claims: every widget of a page, twice.'],
  claimMailsByNetwork: [
    20,
    hour,
    'Mails about coupons that guests of one network claimed. Beyond them a claim sends no mail.',
  ],
  couponCodesByCaller: [
    20,
    10 * minute,
    'Wrong coupon codes of one account or network: enough for typing errors, too few for guessing. Valid codes do not count.',
  ],
  userCheckByIp: [
    30,
    10 * minute,
    'Address checks from one network: one for each widget, too few for a list of addresses.',
  ],
  contactByIp: [20, hour, 'Contact forms from one network: a whole office fits, a flood of the inbox does not.'],
  contactByEmail: [
    10,
    hour,
    'Contact forms with one email address. Anyone can enter any address, so it gets few mails.',
  ],
  chatByCaller: [60, 10 * minute, 'Chat messages: enough for a fast writer, too few for a script.'],
  typingByCaller: [
    60,
    minute,
    'Typing signals. A page sends one every three seconds, and a shopper may have three pages open.',
  ],
  uploadByCustomer: [60, 10 * minute, 'Uploaded pictures: twelve forms of five pictures.'],
  subscribeByIp: [
    20,
    hour,
    'Newsletter subscriptions from one network: enough for its readers, too few for a list of addresses.',
  ],
  cartByCaller: [
    300,
    minute,
    'Cart changes: five taps a second, or all shoppers of one network. Each change is a few small statements.',
  ],
  quoteByCaller: [
    120,
    minute,
    'Quotes. Each tap on shipping or coupons requests one, and a quote is the most expensive request of a guest.',
  ],
  checkoutByIp: [60, 10 * minute, 'Orders placed from one network: six serious attempts a minute.'],
  paymentByIp: [200, 10 * minute, 'Payment requests from one network. Returning from a payment page sends several.'],
  keysByNetwork: [
    600,
    10 * minute,
    'New Idempotency-Keys from one network. Each is stored for a day, and nobody can fill the table.',
  ],
  clicksByNetwork: [
    120,
    hour,
    'Advert clicks from one network: an office that taps every advert. More is a script and is not stored.',
  ],
  clicksByPerson: [1, hour, 'Clicks of one person on one advert. A second click within the hour adds no information.'],
  staffByCaller: [
    1200,
    minute,
    'Staff API requests of one person or key, 20 a second: enough for a busy warehouse or a stock import.',
  ],
  staffChallengesByIp: [60, 10 * minute, 'Passkey prompts at the staff sign-in: a whole office in the morning.'],
  eventsByIp: [600, minute, 'Analytics reports from one network. A busy page sends a few a second.'],
} as const satisfies Record<string, readonly [tries: number, seconds: number, reason: string]>

export type LimitName = keyof typeof rules
export type LimitRules = Record<LimitName, readonly [tries: number, seconds: number]>

const toVariable = (name: string) => `LIMIT_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export const limitRows = keysOf(rules).map((name) => {
  const [tries, seconds, reason] = rules[name]
  return { name, variable: toVariable(name), tries, seconds, reason }
})

/** Returns the limits with the changes of the environment. */
export function readLimitRules(environment: Record<string, string | undefined> = {}): LimitRules {
  return recordOf(keysOf(rules), (name): LimitRules[LimitName] => {
    const variable = toVariable(name)
    const [tries, seconds] = rules[name]
    const given = environment[variable]
    if (given === undefined || given === '') return [tries, seconds]
    const [, givenTries, givenSeconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,6})$/.exec(given) ?? []
    if (!givenTries) {
      throw new CannotStart(
        `${variable} must be tries/seconds such as ${tries}/${seconds}, but is ${JSON.stringify(given)}.`,
      )
    }
    return [Number(givenTries), Number(givenSeconds)]
  })
}

export type Limits = {
  /** Counts one try. Refuses with 429 and `Retry-After` after too many tries. */
  take: (name: LimitName, key: string) => Promise<void>
  /** Counts one try and returns whether it is within the limit, for callers that do not refuse. */
  allows: (name: LimitName, key: string) => Promise<boolean>
  /**
   * Counts one try. After the free tries, each wait is twice the previous one, up to the seconds of the rule. An early
   * try is refused and not counted, so a stranger cannot extend the wait. Returns whether the next try has to wait.
   */
  slowDown: (name: LimitName, key: string, free?: number) => Promise<boolean>
  /** Clears the counted tries after a success. */
  forget: (name: LimitName, key: string) => Promise<void>
  /** Uncounts a try that succeeded, because only guessing is limited. */
  release: (name: LimitName, key: string) => Promise<void>
}

const counting = prepareOnce((db) => {
  const { key, tries, resetAt } = rateLimits
  const isOver = sql`${resetAt} <= ${sql.placeholder('now')}`
  return db
    .insert(rateLimits)
    .values({ key: sql.placeholder('key'), tries: 1, resetAt: sql.placeholder('resetAt') })
    .onConflictDoUpdate({
      target: key,
      set: {
        tries: sql`case when ${isOver} then 1 else ${tries} + 1 end`,
        // A clock that ran ahead and was set back must not lock anyone out for the difference.
        resetAt: sql`case when ${isOver} then excluded.reset_at else least(${resetAt}, excluded.reset_at) end`,
      },
    })
    .returning({ tries, resetAt })
    .prepare('limit_counted')
})

/** Creates the limits. `patience` multiplies every limit, because all browser tests come from one address. */
export function createLimits(
  db: Database,
  clock: Clock,
  { patience = 1, limitRules = readLimitRules() }: { patience?: number; limitRules?: LimitRules } = {},
): Limits {
  const count = async (name: LimitName, key: string) => {
    const seconds = limitRules[name][1]
    const now = clock.now()
    const resetAt = new Date(now.getTime() + seconds * 1000)
    const [row] = await counting(db).execute({ key: `${name}:${key}`, now, resetAt })
    const isAllowed = !row || row.tries <= limitRules[name][0] * patience
    return { isAllowed, resetAt: row?.resetAt ?? resetAt }
  }
  const refuseUntil = (moment: Date) =>
    refuse('too_many', { retryAfter: Math.max(1, Math.ceil((moment.getTime() - clock.now().getTime()) / 1000)) })
  return {
    allows: async (name, key) => (await count(name, key)).isAllowed,
    take: async (name, key) => {
      const { isAllowed, resetAt } = await count(name, key)
      if (!isAllowed) throw refuseUntil(resetAt)
    },
    release: async (name, key) => {
      await db.execute(sql`
        update rate_limits set tries = greatest(tries - 1, 1) where key = ${`${name}:${key}`}`)
    },
    forget: async (name, key) => {
      await db.execute(sql`delete from rate_limits where key = ${`${name}:${key}`}`)
    },
    slowDown: async (name, key, free = limitRules[name][0]) => {
      const longest = limitRules[name][1]
      const now = clock.now()
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      // After 30 doublings, every wait is the maximum.
      const doublings = sql`least(rate_limits.tries + 1 - ${free * patience}, 30)::int`
      const wait = sql`case when ${doublings} < 0 then null else ${now}::timestamptz
        + make_interval(secs => least(${longest}::float8, ${firstWait}::float8 * 2 ^ ${doublings})) end`
      const { rows } = await db.execute<{ is_slowed: boolean }>(sql`
        insert into rate_limits (key, tries, reset_at) values (${`${name}:${key}`}, 1, ${at(rememberedFor)})
        on conflict (key) do update set
          tries = case when rate_limits.reset_at <= ${now} then 1 else rate_limits.tries + 1 end,
          next_at = case when rate_limits.reset_at <= ${now} then null else ${wait} end,
          reset_at = excluded.reset_at
        where rate_limits.next_at is null or rate_limits.next_at <= ${now} or rate_limits.reset_at <= ${now}
          -- No wait is longer than the longest: one that seems to be was written by a clock that was ahead.
          or rate_limits.next_at > ${at(longest)}
        returning next_at is not null as is_slowed`)
      const [counted] = rows
      if (counted) return counted.is_slowed
      const { rows: waiting } = await db.execute<{ next_at: Date | null }>(
        sql`select next_at from rate_limits where key = ${`${name}:${key}`}`,
      )
      throw refuseUntil(new Date(waiting[0]?.next_at ?? now))
    },
  }
}
