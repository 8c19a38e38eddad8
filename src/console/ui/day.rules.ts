import { dayMs } from '#contract/times/times.ts'
import { nameMonth, readClock, writeIsoDay } from './clock.rules.ts'

/** The day that a moment falls on where the shop is, as a date field has it. */
export function toShopDay(at: string | number, timeZone: string): string {
  return writeIsoDay(readClock(new Date(at), timeZone))
}

/** What the shop's clocks show at a moment, less what those of UTC show. */
function findOffset(at: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = readClock(at, timeZone)
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000
}

/** The moment at which a day begins where the shop is. What is no day stays as it is: the shop says so. */
export function startOfShopDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return day
  const near = midnight - findOffset(midnight, timeZone)
  const at = midnight - findOffset(near, timeZone)
  // Where clocks skip midnight, only one of the two is on that day.
  const found = [at, near].find((one) => toShopDay(one, timeZone) === day) ?? at
  return new Date(found).toISOString()
}

/** The moment at which the day is over. */
export function endOfShopDay(day: string, timeZone: string): string {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight)) return day
  return startOfShopDay(new Date(midnight + dayMs).toISOString().slice(0, 10), timeZone)
}

/** The last day of what is over at a moment. */
export const toLastShopDay = (at: string, timeZone: string): string => toShopDay(Date.parse(at) - 1, timeZone)

type Writing = { timeZone: string; hasYear?: boolean }

/** `3 Nov`, or `3 Nov 2026`. */
export function writeDay(at: Date | number, { timeZone, hasYear = false }: Writing): string {
  const clock = readClock(at, timeZone)
  return `${clock.day} ${nameMonth(clock).slice(0, 3)}${hasYear ? ` ${clock.year}` : ''}`
}

/** A day of a date field: `3 Nov` where it is known to be of this year, else `3 Nov 2026`. */
export function showDay(day: string, today?: string | null): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  // While somebody is typing it, it may be none.
  if (Number.isNaN(at)) return day
  return writeDay(at, { timeZone: 'UTC', hasYear: today?.slice(0, 4) !== day.slice(0, 4) })
}
