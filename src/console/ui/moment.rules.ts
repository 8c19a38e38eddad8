import { dayMs } from '#contract/times/times.ts'
import { nameMonth, nameWeekday, readClock, writeIsoDay, writeSeconds, writeTime } from './clock.rules.ts'
import { writeDay } from './day.rules.ts'

/** Formats a moment in the reader's time zone: `10:42`, `yesterday 16:20`, `Tue 14:10`, `12 Sep` or `2 Sep 2024`. */
export function showMoment(at: string, now: number, timeZone: string): string {
  const moment = new Date(at)
  const clock = readClock(moment, timeZone)
  const time = writeTime(clock)
  const day = writeIsoDay(clock)
  const today = readClock(now, timeZone)
  if (day === writeIsoDay(today)) return time
  if (day === writeIsoDay(readClock(now - dayMs, timeZone))) return `yesterday ${time}`
  const age = now - moment.getTime()
  if (age > 0 && age < 6 * dayMs) return `${nameWeekday(clock).slice(0, 3)} ${time}`
  return writeDay(moment, { timeZone, hasYear: clock.year !== today.year })
}

/** Formats a moment such as `Friday 19 September, 10:42`. */
export function showDayAndTime(at: number, timeZone: string): string {
  const clock = readClock(at, timeZone)
  return `${nameWeekday(clock)} ${clock.day} ${nameMonth(clock)}, ${writeTime(clock)}`
}

/** Formats a day such as `Friday 19 September 2026`. */
export function showWholeDay(at: string | number, timeZone: string): string {
  const clock = readClock(new Date(at), timeZone)
  return `${nameWeekday(clock)} ${clock.day} ${nameMonth(clock)} ${clock.year}`
}

/** Formats the full moment with its time zone. */
export function showWholeMoment(at: string, timeZone: string): string {
  return `${showWholeDay(at, timeZone)}, ${writeSeconds(readClock(new Date(at), timeZone))} ${timeZone}`
}
