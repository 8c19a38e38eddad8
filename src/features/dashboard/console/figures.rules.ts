import { toShopDay } from '#console/ui/day.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import type { Figures } from '../figures.staff.contract.ts'

type Day = Figures['days'][number]

/** The currency that most was earned in; what was refunded counts where nothing was earned. */
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

/** `+12 %`, from the share that it grew by; null where there was nothing before. */
export function showGrowth(now: number, before: number): string | null {
  if (before === 0) return null
  const percent = Math.round(((now - before) / before) * 100)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}

export const showShare = (part: number, whole: number): string => showRate(whole === 0 ? null : part / whole)

export const showRate = (rate: number | null): string => (rate === null ? '–' : `${Math.round(rate * 1000) / 10} %`)

/** `1 d 4 h`, `3 h`. */
export function showHours(hours: number | null): string {
  if (hours === null) return '–'
  const whole = Math.round(hours)
  return whole < 24 ? `${whole} h` : `${Math.floor(whole / 24)} d ${whole % 24} h`
}

/** A period of so many days that ends today, where the shop is. */
export function findPeriod(days: number, now: number, timeZone: string): { from: string; to: string } {
  const to = toShopDay(now, timeZone)
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - (days - 1) * dayMs).toISOString().slice(0, 10)
  return { from, to }
}

/** The top of a scale that is easy to read: 1, 2 or 5 and zeros. */
export function findScaleTop(most: number): number {
  if (most <= 0) return 1
  const size = 10 ** Math.floor(Math.log10(most))
  return ([1, 2, 5, 10].find((step) => step * size >= most) ?? 10) * size
}

// 6: as many names as fit beside each other under the narrowest chart.
const namesMost = 6

/** Returns whether the name of the day at this place is written. Names keep away from both ends, where they would be cut. */
export function isNamed(at: number, days: number): boolean {
  const step = Math.ceil(days / namesMost)
  return at % step === Math.floor((step - 1) / 2)
}
