import { dayMs } from '#contract/times/times.ts'

export type RatePeriod = { id: string; validFrom: string; validUntil: string | null }

/** Returns the ISO date before an ISO date. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - dayMs).toISOString().slice(0, 10)
}

const overlaps = (a: RatePeriod, b: RatePeriod) =>
  (a.validUntil === null || b.validFrom <= a.validUntil) && (b.validUntil === null || a.validFrom <= b.validUntil)

/**
 * Returns the rate that a new rate ends, and the rate that it overlaps and cannot end. `others` are the rates of the same
 * country, region and category. Only a rate without an end date that began earlier ends by itself.
 */
export function placeRate<Rate extends RatePeriod>(
  rate: RatePeriod,
  others: readonly Rate[],
  isNew: boolean,
): { ended: Rate | null; overlapped: Rate | null } {
  const touched = others.filter((one) => one.id !== rate.id && overlaps(one, rate))
  const ended = (isNew && touched.find((one) => one.validUntil === null && one.validFrom < rate.validFrom)) || null
  return { ended, overlapped: touched.find((one) => one !== ended) ?? null }
}

/** Formats a rate in thousandths of a percent: `19%`, `25.5%`, `8.875%`. */
export const formatTaxRate = (rate: number): string => `${rate / 1000}%`
