import { dayMs } from '#contract/times/times.ts'
import { formatIsoDay, formatMonth, toZonedTime } from './clock.rules.ts'

/** Returns the day of a moment in the shop's time zone, for a date field. */
export function toShopDay(at: string | number, timeZone: string): string {
  return formatIsoDay(toZonedTime(new Date(at), timeZone))
}

/** Returns the difference in ms between the shop's clock and UTC at a moment. */
function findOffset(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = toZonedTime(at, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/**
 * Returns the moment at which a day begins in the shop's time zone. Invalid text is returned unchanged, and the server
 * rejects it.
 */
export function startOfShopDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return day
  const firstGuess = midnight - findOffset(midnight, timeZone)
  const at = midnight - findOffset(firstGuess, timeZone)
  // Where clocks skip midnight, only one of the two candidates is on that day.
  const found = [at, firstGuess].find((one) => toShopDay(one, timeZone) === day) ?? at
  return new Date(found).toISOString()
}

/** Returns the moment at which a day ends. */
export function endOfShopDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return day
  return startOfShopDay(new Date(midnight + dayMs).toISOString().slice(0, 10), timeZone)
}

/** Returns the last day of a period that ends at a moment. */
export const toLastShopDay = (at: string, timeZone: string): string => toShopDay(Date.parse(at) - 1, timeZone)

type DayFormat = { timeZone: string; hasYear?: boolean }

/** Formats a day, such as `3 Nov` or `3 Nov 2026`. */
export function formatShortDay(at: Date | number, { timeZone, hasYear = false }: DayFormat): string {
  const clock = toZonedTime(at, timeZone)
  return `${clock.day} ${formatMonth(clock).slice(0, 3)}${hasYear ? ` ${clock.year}` : ''}`
}

/** Formats the day of a date field: `3 Nov` in the current year, otherwise `3 Nov 2026`. */
export function formatDay(day: string, today?: string | null): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  // The day may be incomplete while it is typed.
  if (Number.isNaN(at)) return day
  return formatShortDay(at, { timeZone: 'UTC', hasYear: today?.slice(0, 4) !== day.slice(0, 4) })
}
