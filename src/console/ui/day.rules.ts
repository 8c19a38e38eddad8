import { dayMs } from '#contract/times.ts'
import { formatOf } from './date-format.ts'

/** The day that a moment falls on where the shop is, as a date field has it. */
export function toShopDay(at: string | number, timeZone: string): string {
  // Swedes write dates as ISO does.
  return new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(new Date(at))
}

/** What the shop's clocks show at a moment, less what those of UTC show. */
function findOffset(at: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return Date.parse(`${shown.replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000
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

type Writing = { timeZone?: string | undefined; hasYear?: boolean }

/** `3 Nov`, or `3 Nov 2026`: months have three letters here, which not every English gives them. */
export function writeDay(at: Date | number, { timeZone, hasYear = false }: Writing = {}): string {
  const wanted = { day: 'numeric', month: 'short', year: 'numeric', ...(timeZone && { timeZone }) } as const
  const format = formatOf(wanted, 'en-US')
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return [parts.get('day'), parts.get('month'), ...(hasYear ? [parts.get('year')] : [])].join(' ')
}

/** A day of a date field: `3 Nov` where it is known to be of this year, else `3 Nov 2026`. */
export function showDay(day: string, today?: string | null): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  // While somebody is typing it, it may be none.
  if (Number.isNaN(at)) return day
  return writeDay(at, { timeZone: 'UTC', hasYear: today?.slice(0, 4) !== day.slice(0, 4) })
}
