import { dayMs, hourMs } from '#contract/times/times.ts'

/** The sources of exchange rates: staff, or a published file. */
export const rateSourceNames = ['manual', 'ecb'] as const
export type RateSourceName = (typeof rateSourceNames)[number]

/** 16:00 UTC: every supported source has published the day's rates by then. */
const publicationHourUtc = 16
const pauseMs = hourMs

/** Returns whether rates should be fetched: once a day after their publication, or an hour after a failure. */
export function isFetchDue(now: Date, { triedAt, fetchedAt }: { triedAt: Date | null; fetchedAt: Date | null }) {
  const lastPublication = new Date(now)
  lastPublication.setUTCHours(publicationHourUtc, 0, 0, 0)
  if (lastPublication > now) lastPublication.setUTCDate(lastPublication.getUTCDate() - 1)
  // A time in the future was stored by a wrong clock.
  const isBetween = (moment: Date | null, since: number) =>
    moment !== null && moment <= now && moment.getTime() >= since
  return !isBetween(fetchedAt, lastPublication.getTime()) && !isBetween(triedAt, now.getTime() - pauseMs)
}

/** The rates of a source: units of each currency per unit of the base, and their time. */
export type FetchedRates = { base: string; asOf: Date; rates: ReadonlyMap<string, number> }

/** Converts rates to another base currency. Returns null if the source lacks that currency. */
export function convertRates({ base, rates }: FetchedRates, home: string): Map<string, number> | null {
  const all = new Map([...rates, [base, 1]])
  const perBase = all.get(home)
  if (!perBase) return null
  // Sources publish six digits. More digits would suggest a precision that the rates do not have.
  return new Map([...all].map(([code, rate]) => [code, code === home ? 1 : Number((rate / perBase).toPrecision(8))]))
}

type Units = { rate: number; decimals: number }

/** Converts a limit to another currency, rounded to two digits: 200.00 dollars become 180.00 euros, not 184.28. */
export function rebaseLimit(amount: number, from: Units, to: Units): number {
  const exact = (amount / 10 ** from.decimals / from.rate) * to.rate
  return Math.round(Number(exact.toPrecision(2)) * 10 ** to.decimals)
}

const maxSilenceDays = 7

/** Returns the problem with the day of the rates as a sentence for staff, or null. */
export function findWrongDay(now: Date, asOf: Date): string | null {
  if (asOf.getTime() > now.getTime() + dayMs) return 'The rates of the source have a date in the future.'
  if (asOf.getTime() < now.getTime() - maxSilenceDays * dayMs) {
    return `The source has had no new rates for more than ${maxSilenceDays} days.`
  }
  return null
}

type Known = { rate: number; asOf: Date }

/** The largest plausible change of a rate. For rates older than a month, larger changes are plausible. */
const maxMove = { recent: 0.2, older: 0.5, recentDays: 30 }

/** Judges whether a rate replaces the known one. Older rates and implausible jumps are rejected. */
export function checkRate(known: Known, next: Known): 'take' | 'older' | 'too far' {
  const ageMs = next.asOf.getTime() - known.asOf.getTime()
  if (ageMs <= 0) return 'older'
  const max = ageMs > maxMove.recentDays * dayMs ? maxMove.older : maxMove.recent
  const isPlausible = next.rate <= known.rate * (1 + max) && next.rate >= known.rate / (1 + max)
  return isPlausible ? 'take' : 'too far'
}
