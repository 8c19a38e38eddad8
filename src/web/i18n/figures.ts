import { showNumber } from '#contract/show-number.ts'

// A browser's first use of its tables of numbers takes a slow phone a tenth of a second, and most pages show no other figures than
// these. Other languages, and larger numbers, are left to the tables; a test holds these to them.
const points = new Set(['ar', 'en', 'he', 'ja', 'ko', 'zh-CN', 'zh-TW'])
const commas = new Set('cs da de el es fi fr hu it nb nl pl pt ro ru sv tr uk'.split(' '))
const spaced = new Set('cs da de es fi fr nb ro ru sv'.split(' '))

/** An average of stars always shows one decimal. */
export function showAverage(value: number, language: string): string {
  return (
    writeTenths(value, language) ?? showNumber(value, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  )
}

/** 20 reads `20%`, `20 %` or `%20`. */
export function showPercent(value: number, language: string): string {
  const figure = writeTenths(value, language)?.replace(/\D0$/, '')
  if (figure === undefined) return showNumber(value / 100, language, { style: 'percent', maximumFractionDigits: 1 })
  if (language === 'tr') return `%${figure}`
  return spaced.has(language) ? `${figure}\u00a0%` : `${figure}%`
}

function writeTenths(value: number, language: string): string | undefined {
  if (!(value >= 0 && value < 999) || !(points.has(language) || commas.has(language))) return undefined
  // Half a tenth is rounded as it is written, not as it is stored: 4.35 is 4.4.
  const tenths = Math.round(Number((value * 10).toPrecision(12)))
  return (tenths / 10).toFixed(1).replace('.', commas.has(language) ? ',' : '.')
}

/** Writes the bare figure of a coupon, as '15' or '12.50', with the digits that it has. */
export function showFigure(figure: string, language: string): string {
  const digits = figure.split('.')[1]?.length ?? 0
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return showNumber(Number(figure), language, digits > 0 ? options : undefined)
}

/** A day of the calendar, the same for everybody: `2026-06-16` reads `June 16, 2026`. */
export function showDay(day: string, language: string): string {
  const locale = `${language}-u-nu-latn-ca-gregory`
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
