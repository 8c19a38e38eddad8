import { dayMs } from '#contract/times/times.ts'
import {
  formatIsoDay,
  formatMonth,
  formatTime,
  formatTimeWithSeconds,
  formatWeekday,
  toZonedTime,
} from './clock.rules.ts'
import { formatShortDay } from './day.rules.ts'

/** Formats a moment in the reader's time zone: `10:42`, `yesterday 16:20`, `Tue 14:10`, `12 Sep` or `2 Sep 2024`. */
export function formatMoment(at: string, now: number, timeZone: string): string {
  const moment = new Date(at)
  const clock = toZonedTime(moment, timeZone)
  const time = formatTime(clock)
  const day = formatIsoDay(clock)
  const today = toZonedTime(now, timeZone)
  if (day === formatIsoDay(today)) return time
  if (day === formatIsoDay(toZonedTime(now - dayMs, timeZone))) return `yesterday ${time}`
  const age = now - moment.getTime()
  if (age > 0 && age < 6 * dayMs) return `${formatWeekday(clock).slice(0, 3)} ${time}`
  return formatShortDay(moment, { timeZone, hasYear: clock.year !== today.year })
}

/** Formats a moment such as `Friday 19 September, 10:42`. */
export function formatDayAndTime(at: number, timeZone: string): string {
  const clock = toZonedTime(at, timeZone)
  return `${formatWeekday(clock)} ${clock.day} ${formatMonth(clock)}, ${formatTime(clock)}`
}

/** Formats a day such as `Friday 19 September 2026`. */
export function formatFullDay(at: string | number, timeZone: string): string {
  const clock = toZonedTime(new Date(at), timeZone)
  return `${formatWeekday(clock)} ${clock.day} ${formatMonth(clock)} ${clock.year}`
}

/** Formats the full moment with its time zone. */
export function formatFullMoment(at: string, timeZone: string): string {
  return `${formatFullDay(at, timeZone)}, ${formatTimeWithSeconds(toZonedTime(new Date(at), timeZone))} ${timeZone}`
}
