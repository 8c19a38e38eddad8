import { formatCount } from '#console/ui/format/count.rules.ts'
import { toShopDay } from '#console/ui/format/day.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import type { Figures } from '../figures.staff.contract.ts'

type Day = Figures['days'][number]

/** Returns the currency with the most revenue. Without any revenue, returns the currency with the most refunds. */
export function findMainCurrency(days: Day[]): string | null {
  const totals = new Map<string, number>()
  for (const { revenue, refunded } of days) {
    for (const { currency, amount } of revenue) totals.set(currency, (totals.get(currency) ?? 0) + amount)
    for (const { currency } of refunded) totals.set(currency, totals.get(currency) ?? 0)
  }
  return [...totals].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

export function listCurrencies(days: Day[]): string[] {
  return [
    ...new Set(days.flatMap(({ revenue, refunded }) => [...revenue, ...refunded].map((one) => one.currency))),
  ].sort()
}

export const amountIn = (money: StaffMoney[], currency: string): number =>
  money.find((one) => one.currency === currency)?.amount ?? 0

export const sum = (values: number[]): number => values.reduce((all, one) => all + one, 0)

/** Formats a count with its noun: `1 return`, `2,000 returns`. */
export const formatCountOf = (count: number, noun: string): string =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** Formats a growth rate such as `+12 %`. Returns null if the earlier value is zero. */
export function formatGrowth(now: number, before: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}

export const formatShare = (part: number, whole: number): string => formatRate(whole === 0 ? null : part / whole)

export const formatRate = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 1000) / 10} %`)

/** Formats a duration such as `1 d 4 h` or `3 h`. */
export function formatHours(hours: number | null): string {
  if (hours === null) return '–'
  const whole = Math.round(hours)
  return whole < 24 ? `${whole} h` : `${Math.floor(whole / 24)} d ${whole % 24} h`
}

/** Returns a period of the given number of days that ends today, in the shop's time zone. */
export function findPeriod(days: number, now: number, timeZone: string): { from: string; to: string } {
  const to = toShopDay(now, timeZone)
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return { from, to }
}

/** Returns the end of a readable scale, which is 1, 2 or 5 times a power of ten. */
export function computeScaleMax(max: number): number {
  if (max <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(max))
  return ([1, 2, 5, 10].find((step) => step * size >= max) ?? 10) * size
}

// 6: the number of labels that fit below the narrowest chart.
const maxNames = 6

/**
 * Returns whether the label of this day is shown. Labels near the ends of the axis would be cut off, so all labels keep
 * a distance from both ends.
 */
export function hasLabel(at: number, days: number): boolean {
  const step = Math.ceil(days / maxNames)
  return at % step === Math.floor((step - 1) / 2)
}
