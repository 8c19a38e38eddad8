import { and, eq, lt } from 'drizzle-orm'
import { toStaffTime } from '#contract/calls/staff-call.ts'
import { minuteMs } from '#contract/times/times.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import { CannotFetch } from '#server/outside/fetch-outside.ts'
import type { Shop } from '#server/shop.ts'
import {
  checkRate,
  convertRates,
  findWrongDay,
  isFetchDue,
  type RateSourceName,
  rateSourceNames,
} from '../exchange-rates.rules.ts'
import { createEcbRates } from './ecb-rates.ts'
import { NoRates, type RateSource } from './rate-source.ts'
import { saveSetting } from './save-settings.service.ts'
import { readHomeCurrency, readSettings } from './settings.service.ts'
import { currencyRates } from './settings.tables.ts'

type FetchedFrom = Exclude<RateSourceName, 'manual'>
const sourcesOf = ({ ratesUrl }: Shop): Record<FetchedFrom, RateSource> => ({ ecb: createEcbRates(ratesUrl) })

/** Returns the state of the rate source for the settings and, in case of a problem, for the list of waiting work. */
export async function readRateState(db: Database) {
  const all = await readSettings(db)
  const time = (written: string) => (written === '' ? null : new Date(written))
  return {
    source: rateSourceNames.find((name) => name === all.rate_source) ?? 'manual',
    triedAt: time(all.rates_tried_at),
    fetchedAt: time(all.rates_fetched_at),
    problem: all.rates_problem || null,
    problemSince: all.rates_problem_since,
    byHand: all.rates_by_hand.split(',').filter(Boolean),
  }
}

const rateStateKeys = [
  'rates_tried_at',
  'rates_fetched_at',
  'rates_problem',
  'rates_problem_since',
  'rates_by_hand',
] as const

/**
 * Clears the state of the rate source after a change of the source or a manual rate, so that the next run reports
 * problems anew.
 */
export async function clearRateState(db: Database): Promise<void> {
  for (const key of rateStateKeys) await saveSetting(db, key, '')
}

/**
 * Fetches the day's rates if the shop has a rate source. After a failure, the known rates stay with their day, and
 * staff see the problem. Prices in other currencies follow the rates, but orders keep their prices.
 */
export async function fetchRates(shop: Shop): Promise<number> {
  const state = await readRateState(shop.db)
  if (state.source === 'manual' || !isFetchDue(shop.clock.now(), state)) return 0
  return (await fetchNow(shop, state.source, state, true)).length
}

/** Fetches the rates on request, at most once a minute. Returns the currencies whose rates changed. */
export async function fetchRatesNow(shop: Shop): Promise<string[]> {
  const state = await readRateState(shop.db)
  if (state.source === 'manual') throw refuse('no_rate_source')
  const sinceMs = state.triedAt ? shop.clock.now().getTime() - state.triedAt.getTime() : Number.POSITIVE_INFINITY
  return sinceMs >= 0 && sinceMs < minuteMs ? [] : fetchNow(shop, state.source, state, false)
}

/** Returns the units of each currency per unit of the shop's own currency. */
export async function readRates(db: Database): Promise<Record<string, number>> {
  const known = await db.select().from(currencyRates).orderBy(currencyRates.currency)
  return Object.fromEntries(known.map(({ currency, rate }) => [currency, rate]))
}

type State = Awaited<ReturnType<typeof readRateState>>

async function fetchNow(shop: Shop, source: FetchedFrom, state: State, isTimer: boolean): Promise<string[]> {
  const { db, clock } = shop
  const now = clock.now()
  let changed: string[] = []
  let byHand = state.byHand
  let problem: string | null
  let isFetched = false
  try {
    const fetched = await sourcesOf(shop)[source].fetchRates(shop.fetchOutside)
    const homeCurrency = await readHomeCurrency(db)
    const rates = convertRates(fetched, homeCurrency)
    problem = rates
      ? findWrongDay(now, fetched.asOf)
      : `The source has no rate of ${homeCurrency}, the shop's currency. Enter the rates by hand.`
    if (rates && !problem) {
      isFetched = true
      ;({ changed, byHand, problem } = await saveFetchedRates(shop, rates, { source, asOf: fetched.asOf }, isTimer))
    }
  } catch (error) {
    if (error instanceof CannotFetch) problem = `The source ${error.message}.`
    else if (error instanceof NoRates) problem = error.message
    else throw error
  }
  if (problem) shop.log.warn('the exchange rates could not be updated completely', { source, problem })
  await db.transaction(async (tx) => {
    await saveSetting(tx, 'rates_tried_at', toStaffTime(now))
    if (isFetched) await saveSetting(tx, 'rates_fetched_at', toStaffTime(now))
    await saveSetting(tx, 'rates_by_hand', byHand.join(','))
    await saveSetting(tx, 'rates_problem', problem ?? '')
    await saveSetting(tx, 'rates_problem_since', problem ? state.problemSince || toStaffTime(now) : '')
  })
  return changed
}

async function saveFetchedRates(
  { db, clock, hooks }: Shop,
  rates: Map<string, number>,
  { source, asOf }: { source: FetchedFrom; asOf: Date },
  isTimer: boolean,
) {
  return db.transaction(async (tx) => {
    const known = await tx.select().from(currencyRates).orderBy(currencyRates.currency)
    const before: Record<string, number> = {}
    const after: Record<string, number> = {}
    const implausibleRates: string[] = []
    const byHand: string[] = []
    for (const { currency, ...knownRate } of known) {
      const rate = rates.get(currency)
      if (rate === undefined) {
        byHand.push(currency)
        continue
      }
      const verdict = checkRate(knownRate, { rate, asOf })
      if (verdict === 'too far') implausibleRates.push(`${currency} from ${knownRate.rate} to ${rate}`)
      if (verdict !== 'take') continue
      // A rate that staff enter at the same time takes precedence.
      const { rowCount } = await tx
        .update(currencyRates)
        .set({ rate, asOf, source })
        .where(and(eq(currencyRates.currency, currency), lt(currencyRates.asOf, asOf)))
      if (rowCount === 0 || rate === knownRate.rate) continue
      before[currency] = knownRate.rate
      after[currency] = rate
    }
    const changed = Object.keys(after)
    // If a staff member requested the fetch, the audit log already contains the request.
    if (isTimer && changed.length > 0) {
      await hooks.auditTimer(tx, clock.now(), { timer: 'fetchRates', about: 'currencies', before, after })
    }
    const problem =
      implausibleRates.length > 0
        ? `These rates changed too much and were not updated: ${implausibleRates.join(', ')}. Enter them by hand.`
        : null
    return { changed, byHand, problem }
  })
}
