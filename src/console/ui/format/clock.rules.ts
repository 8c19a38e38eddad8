export type ZonedTime = {
  year: number
  /** The month, from 1. */
  month: number
  day: number
  /** The weekday, from 1 for Monday. */
  weekday: number
  hour: number
  minute: number
  second: number
}

const monthNames = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })
const weekdayNames = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' })
const formats = new Map<string, Intl.DateTimeFormat>()

/** Returns the date and time of a moment in a time zone. */
export function toZonedTime(at: Date | number, timeZone: string): ZonedTime {
  // Swedish dates have the ISO format.
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = (format.format(at).match(/\d+/g) ?? []).map(
    Number,
  )
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7
  return { year, month, day, weekday, hour, minute, second }
}

const padTwo = (part: number) => String(part).padStart(2, '0')

/** Formats a day for a date field, such as `2026-11-03`. */
export const formatIsoDay = ({ year, month, day }: ZonedTime): string => `${year}-${padTwo(month)}-${padTwo(day)}`
export const formatTime = ({ hour, minute }: ZonedTime): string => `${padTwo(hour)}:${padTwo(minute)}`
export const formatTimeWithSeconds = (clock: ZonedTime): string => `${formatTime(clock)}:${padTwo(clock.second)}`
export const formatMonth = ({ month }: ZonedTime): string => monthNames.format(Date.UTC(2024, month - 1))
// The first of January 2024 was a Monday.
export const formatWeekday = ({ weekday }: ZonedTime): string => weekdayNames.format(Date.UTC(2024, 0, weekday))
