import { sql } from 'drizzle-orm'
import { keysOf, recordOf } from '#contract/values.ts'
import { CannotStart } from '../cannot-start.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { prepareOnce } from '../database/prepare-once.ts'
import { rateLimits } from './limits.tables.ts'
import { refuse } from './refuse.ts'

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
  signInByIp: [60, 10 * minute, 'Wrong tries of one network: an office mistypes; a guesser of many accounts stops.'],
  signInTries: [
    5,
    10 * minute,
    'Wrong tries of one network, or of one known device, at one account; after them each wait is twice the last, up to this long.',
  ],
  signInByEmail: [
    50,
    hour,
    'Wrong tries at one account from everywhere. Past it nobody is locked out; networks that never signed in have two tries before they wait.',
  ],
  staffCodesByAccount: [
    10,
    hour,
    'Wrong second-step codes of one staff account from all networks together. Then each pause doubles, up to one hour; known devices are exempt.',
  ],
  staffCodeWarnings: [1, 24 * hour, 'Mails to one staff member that somebody guesses their codes.'],
  passwordTries: [5, 10 * minute, 'Wrong old passwords of somebody signed in; the waits grow up to this long.'],
  registerByIp: [20, hour, 'A school or an office signs up; a script fills no table.'],
  forgotByIp: [
    30,
    hour,
    'People of one network who forgot. Past it nobody is refused; an account gets a link only when its last one is nearly over.',
  ],
  confirmMails: [3, hour, 'Mails to confirm an address, asked for by whoever is signed in with it.'],
  trackingByIp: [30, 10 * minute, 'A family tracks its parcels; a guesser of numbers stops early.'],
  trackingByEmail: [12, 10 * minute, 'Guessing the numbers of one address stops whatever the network.'],
  orderLinkMails: [
    3,
    hour,
    'Mails with a link to one order; anybody who knows its number and address can ask for one.',
  ],
  orderLinkByIp: [60, 10 * minute, 'Links opened by one network; a guesser of tokens stops early.'],
  bindByCaller: [60, minute, 'Every widget of a page claimed at once, twice.'],
  claimMailsByNetwork: [
    20,
    hour,
    'Mails about coupons that guests of one network claimed; past it they claim without one.',
  ],
  couponCodesByCaller: [
    20,
    10 * minute,
    'Wrong coupon codes of one account or network: a family mistypes; a guesser of codes stops. Right ones do not count.',
  ],
  userCheckByIp: [30, 10 * minute, 'One look for each widget; not a list of addresses.'],
  contactByIp: [20, hour, 'A whole office with a problem; not a flood of the inbox.'],
  contactByEmail: [10, hour, 'Anybody can enter anybody’s address, so it gets few mails.'],
  chatByCaller: [60, 10 * minute, 'A fast writer; not a script.'],
  typingByCaller: [60, minute, 'A page says so once in three seconds; there may be three of them.'],
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
  clicksByNetwork: [120, hour, 'An office that taps every advert; more is a script, and worth no row.'],
  clicksByPerson: [1, hour, 'Taps of one person on one advert: the second within the hour tells nothing new.'],
  staffByCaller: [
    1200,
    minute,
    'Twenty calls a second of one person or one key: a busy warehouse, or an import of stock; not a loop gone wild.',
  ],
  staffChallengesByIp: [60, 10 * minute, 'Passkeys asked for at the sign-in of staff; a whole office in the morning.'],
  eventsByIp: [600, minute, 'A busy page sends a few a second.'],
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
  /** Counts one try. Refuses with 429 and `Retry-After` after too many. */
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
  giveBack: (name: LimitName, key: string) => Promise<void>
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

/** Creates the limits. `patience` multiplies every limit, because all browser journeys come from one address. */
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
    giveBack: async (name, key) => {
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
