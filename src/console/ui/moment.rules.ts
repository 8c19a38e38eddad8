import { dayMs } from '#contract/times.ts'
import { formatOf } from './date-format.ts'
import { writeDay } from './day.rules.ts'

/** `10:42`, `yesterday 16:20`, `Tue 14:10`, `12 Sep`, `2 Sep 2024`, in the reader's own time zone. */
export function showMoment(at: string, now: number, timeZone: string): string {
  const moment = new Date(at)
  const format = (parts: Intl.DateTimeFormatOptions, of: Date | number = moment) =>
    formatOf({ ...parts, timeZone }).format(of)
  const dayOf = (of: Date | number) => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, of)
  const time = format({ hour: '2-digit', minute: '2-digit' })
  const day = dayOf(moment)
  if (day === dayOf(now)) return time
  if (day === dayOf(now - dayMs)) return `yesterday ${time}`
  const age = now - moment.getTime()
  if (age > 0 && age < 6 * dayMs) return `${format({ weekday: 'short' })} ${time}`
  const isThisYear = format({ year: 'numeric' }) === format({ year: 'numeric' }, now)
  return writeDay(moment, { timeZone, hasYear: !isThisYear })
}

/** `Friday 19 September, 10:42`. */
export function showDayAndTime(at: number, timeZone: string): string {
  const day = formatOf({ weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(at)
  return `${day.replace(',', '')}, ${formatOf({ hour: '2-digit', minute: '2-digit', timeZone }).format(at)}`
}

/** All of it, with the zone that it is said in. */
export function showWholeMoment(at: string, timeZone: string): string {
  return formatOf({ dateStyle: 'full', timeStyle: 'long', timeZone }).format(new Date(at))
}
