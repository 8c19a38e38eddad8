import { dayMs, hourMs } from '#contract/times/times.ts'

/** Where exchange rates come from: typed in by staff, or a file that somebody publishes. */
export const rateSourceNames = ['manual', 'ecb'] as const
export type RateSourceName = (typeof rateSourceNames)[number]

/** By then the day's rates are out at every source that we know. */
const outAtHourUtc = 16
const pauseMs = hourMs

/** Once a day, after the day's rates came out; an hour after a try that failed. */
export function isFetchDue(now: Date, { triedAt, fetchedAt }: { triedAt: Date | null; fetchedAt: Date | null }) {
  const lastOut = new Date(now)
  lastOut.setUTCHours(outAtHourUtc, 0, 0, 0)
  if (lastOut > now) lastOut.setUTCDate(lastOut.getUTCDate() - 1)
  // A time that lies ahead was written by a clock that was wrong.
  const isSince = (moment: Date | null, since: number) => moment !== null && moment <= now && moment.getTime() >= since
  return !isSince(fetchedAt, lastOut.getTime()) && !isSince(triedAt, now.getTime() - pauseMs)
}

/** What a source says: units of each currency for one of its base, and when that was true. */
export type FetchedRates = { base: string; asOf: Date; rates: ReadonlyMap<string, number> }

/** The same told in another currency; null where the source does not know that one. */
export function tellRatesIn({ base, rates }: FetchedRates, home: string): Map<string, number> | null {
  const all = new Map([...rates, [base, 1]])
  const perBase = all.get(home)
  if (!perBase) return null
  // Sources tell six digits; more would only pretend.
  return new Map([...all].map(([code, rate]) => [code, code === home ? 1 : Number((rate / perBase).toPrecision(8))]))
}

const longestSilenceDays = 7

/** What is wrong with the day that rates are from, in words for staff. */
export function findWrongDay(now: Date, asOf: Date): string | null {
  if (asOf.getTime() > now.getTime() + dayMs) return 'The source says that its rates are of a day to come.'
  if (asOf.getTime() < now.getTime() - longestSilenceDays * dayMs) {
    return `The source has had no new rates for more than ${longestSilenceDays} days.`
  }
  return null
}

type Known = { rate: number; asOf: Date }

/** How far a currency moves in a month at the very worst; an old rate may have moved further. */
const mostMove = { soon: 0.2, later: 0.5, soonDays: 30 }

/** Whether a rate takes the place of the known one: never an older one, never one that jumps beyond belief. */
export function judgeRate(known: Known, next: Known): 'take' | 'older' | 'too far' {
  const ageMs = next.asOf.getTime() - known.asOf.getTime()
  if (ageMs <= 0) return 'older'
  const most = ageMs > mostMove.soonDays * dayMs ? mostMove.later : mostMove.soon
  const isNear = next.rate <= known.rate * (1 + most) && next.rate >= known.rate / (1 + most)
  return isNear ? 'take' : 'too far'
}
