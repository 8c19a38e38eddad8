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
 * The allowed tries and their period in seconds. Tries are counted in the database, so the limits apply across
 * instances. `LIMIT_SIGN_IN_BY_IP=60/600` in the environment changes `signInByIp`. docs/limits.md lists all limits.
 */
const rules = {
  signInByIp: [
    60,
    10 * minute,
    'Wrong passwords from one network: enough for the typing errors of an office, too few for an attacker who tries many accounts.',
  ],
  signInTries: [
    5,
    10 * minute,
    'Wrong passwords for one account from one network or known device. After these, each wait is twice the previous one, up to this period.',
  ],
  signInByEmail: [
    50,
    hour,
    'Wrong passwords for one account from all networks together. After these, an unknown network has two attempts before it must wait. Known devices are exempt, so the owner is not locked out.',
  ],
  staffCodesByAccount: [
    10,
    hour,
    'Wrong second-step codes for one staff account from all networks together. After these, each wait is twice the previous one, up to one hour. Known devices are exempt.',
  ],
  staffCodeWarnings: [1, 24 * hour, 'Mails that warn a staff member about attempts to guess a second-step code.'],
  passwordTries: [
    5,
    10 * minute,
    'Wrong current passwords of a signed-in shopper who changes the password. After these, each wait is twice the previous one, up to this period.',
  ],
  registerByIp: [20, hour, 'Registrations from one network: enough for a school or an office, too few for a script.'],
  forgotByIp: [
    30,
    hour,
    'Password resets from one network. No further request is refused, but an account then gets a new link only shortly before the last link expires.',
  ],
  confirmMails: [3, hour, 'Confirmation mails that a signed-in shopper can request for an email address.'],
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
    'Mails with a link to one order. Anyone who knows the order number and email address can request such a mail.',
  ],
  orderLinkByIp: [60, 10 * minute, 'Order links opened from one network: too few for guessing the token in a link.'],
  bindByCaller: [60, minute, 'Coupon claims of one account or network: enough for every widget of a page, twice.'],
  claimMailsByNetwork: [
    20,
    hour,
    'Mails about coupons that guests from one network claimed. Further claims send no mail.',
  ],
  couponCodesByCaller: [
    20,
    10 * minute,
    'Wrong coupon codes of one account or network: enough for typing errors, too few for guessing. Valid codes do not count.',
  ],
  userCheckByIp: [
    30,
    10 * minute,
    'Checks whether an email address is new, from one network: enough for each widget of a page, too few to test a list of addresses.',
  ],
  contactByIp: [20, hour, 'Contact forms from one network: enough for an office, too few to flood the inbox.'],
  contactByEmail: [
    10,
    hour,
    'Contact forms with one email address. Anyone can enter another person’s address, so an address must not get many mails.',
  ],
  chatByCaller: [60, 10 * minute, 'Chat messages: enough for a fast writer, too few for a script.'],
  typingByCaller: [
    60,
    minute,
    '“Is typing” signals in the chat. A page sends one every three seconds, and a shopper may have three pages open.',
  ],
  uploadByCustomer: [
    60,
    10 * minute,
    'Uploaded pictures of one shopper: enough for twelve forms with five pictures each.',
  ],
  subscribeByIp: [
    20,
    hour,
    'Newsletter subscriptions from one network: enough for an office, too few to subscribe a list of addresses.',
  ],
  cartByCaller: [
    300,
    minute,
    'Cart changes of one account or network: five a second, enough for all guests of a network. Each change runs a few small SQL statements.',
  ],
  quoteByCaller: [
    120,
    minute,
    'Price calculations at checkout. Each tap on a shipping method or coupon requests one, and no other request of a guest takes more processor time.',
  ],
  checkoutByIp: [60, 10 * minute, 'Orders placed from one network: six a minute.'],
  paymentByIp: [
    200,
    10 * minute,
    'Payment requests from one network. A shopper who returns from a payment page sends several.',
  ],
  keysByNetwork: [
    600,
    10 * minute,
    'New Idempotency-Keys from one network. Each key is stored for a day, so the limit keeps the table small.',
  ],
  clicksByNetwork: [
    120,
    hour,
    'Advert clicks from one network: enough for an office. Further clicks probably come from a script and are not stored.',
  ],
  clicksByPerson: [1, hour, 'Clicks of one person on one advert. A second click within the hour is not stored.'],
  staffByCaller: [
    1200,
    minute,
    'Staff API requests of one person or key: 20 a second, enough for a busy warehouse or a stock import.',
  ],
  staffChallengesByIp: [
    60,
    10 * minute,
    'Passkey prompts at the staff sign-in from one network: enough for a whole office in the morning.',
  ],
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
  /** Removes a successful try from the count, because only guessing is limited. */
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
