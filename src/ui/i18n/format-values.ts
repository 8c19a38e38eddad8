import { formatNumber } from '#contract/text/format-number.ts'

/** Formats a star average, always with one decimal. */
export function formatAverage(value: number, language: string): string {
  return formatNumber(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

/** Formats 20 as `20%`, `20 %` or `%20`. */
export function formatPercent(value: number, language: string): string {
  return formatNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 1 })
}

/** Formats the number of a coupon, such as '15' or '12.50', and keeps its number of decimals. */
export function formatCouponNumber(figure: string, language: string): string {
  const digits = figure.split('.')[1]?.length ?? 0
  return formatNumber(Number(figure), language, { minimumFractionDigits: digits, maximumFractionDigits: digits })
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** Formats a calendar day independent of time zones: `2026-06-16` becomes `June 16, 2026`. */
export function formatDay(day: string, language: string): string {
  const format =
    dayFormats.get(language) ??
    new Intl.DateTimeFormat(`${language}-u-nu-latn-ca-gregory`, { dateStyle: 'long', timeZone: 'UTC' })
  dayFormats.set(language, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}
