import { dayMs } from '#contract/times.ts'
import { writeDay } from './day.rules.ts'

/** `10:42`, `yesterday 16:20`, `Tue 14:10`, `12 Sep`, `2 Sep 2024`, in the reader's own time zone. */
export function showMoment(at: string, now: number, timeZone?: string): string {
  const moment = new Date(at)
  const format = (parts: Intl.DateTimeFormatOptions, of: Date | number = moment) =>
    new Intl.DateTimeFormat('en-GB', { ...parts, ...(timeZone && { timeZone }) }).format(of)
  const dayOf = (of: Date | number) => format({ year: 'numeric', month: '2-digit', day: '2-digit' }, of)
  const time = format({ hour: '2-digit', minute: '2-digit' })
  if (dayOf(moment) === dayOf(now)) return time
  if (dayOf(moment) === dayOf(now - dayMs)) return `yesterday ${time}`
  const age = now - moment.getTime()
  if (age > 0 && age < 6 * dayMs) return `${format({ weekday: 'short' })} ${time}`
  const isThisYear = format({ year: 'numeric' }) === format({ year: 'numeric' }, now)
  return writeDay(moment, { timeZone, hasYear: !isThisYear })
}
