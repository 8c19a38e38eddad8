import { showNumber } from '#contract/show-number.ts'

/** An average of stars always shows one decimal. */
export function showAverage(value: number, language: string): string {
  return showNumber(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** 20 reads `20%`, `20 %` or `%20`. */
export function showPercent(value: number, language: string): string {
  return showNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 1 })
}

/** A day of the calendar, the same for everybody: `2026-06-16` reads `June 16, 2026`. */
export function showDay(day: string, language: string): string {
  const locale = `${language}-u-nu-latn-ca-gregory`
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
