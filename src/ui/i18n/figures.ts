import { showNumber } from '#contract/text/show-number.ts'

/** Writes an average of stars, always with one decimal. */
export function showAverage(value: number, language: string): string {
  return showNumber(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** Writes 20 as `20%`, `20 %` or `%20`. */
export function showPercent(value: number, language: string): string {
  return showNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 1 })
}

/** Writes the bare figure of a coupon, as '15' or '12.50', with the digits that it has. */
export function showFigure(figure: string, language: string): string {
  const digits = figure.split('.')[1]?.length ?? 0
  return showNumber(Number(figure), language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Writes a day of the calendar, the same for everybody: `2026-06-16` reads `June 16, 2026`. */
export function showDay(day: string, language: string): string {
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(language, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}
