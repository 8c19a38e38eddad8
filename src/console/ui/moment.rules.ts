import { dayMs } from '#contract/times/times.ts'
import { nameMonth, nameWeekday, readClock, writeIsoDay, writeSeconds, writeTime } from './clock.rules.ts'
import { writeDay } from './day.rules.ts'

/** `10:42`, `yesterday 16:20`, `Tue 14:10`, `12 Sep`, `2 Sep 2024`, in the reader's own time zone. */
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

/** `Friday 19 September, 10:42`. */
export function showDayAndTime(at: number, timeZone: string): string {
  const clock = readClock(at, timeZone)
  return `${nameWeekday(clock)} ${clock.day} ${nameMonth(clock)}, ${writeTime(clock)}`
}

/** `Friday 19 September 2026`. */
export function showWholeDay(at: string | number, timeZone: string): string {
  const clock = readClock(new Date(at), timeZone)
  return `${nameWeekday(clock)} ${clock.day} ${nameMonth(clock)} ${clock.year}`
}

/** All of it, with the zone that it is said in. */
export function showWholeMoment(at: string, timeZone: string): string {
  return `${showWholeDay(at, timeZone)}, ${writeSeconds(readClock(new Date(at), timeZone))} ${timeZone}`
}
