import { dayMs } from '#contract/times/times.ts'
import { keysOf } from '#contract/values.ts'

/** The prices of a SKU in one currency. A null price is converted from the SKU's own currency. */
export type PriceAmounts = {
  priceAmount: number | null
  specialPriceAmount: number | null
  newUserPriceAmount: number | null
  compareAtAmount: number | null
}

export const noPrice: PriceAmounts = {
  priceAmount: null,
  specialPriceAmount: null,
  newUserPriceAmount: null,
  compareAtAmount: null,
}

export type PriceState = 'planned' | 'open' | 'over'
export type Period = { id: number; fromAt: Date; toAt: Date | null }

/** 60: more than a year of weekly sales, planned for one SKU in one currency. */
export const maxPlanned = 60
/** The highest price, in minor units. */
export const maxAmount = 100_000_000_000

const compareStart = (one: Period, other: Period) => one.fromAt.getTime() - other.fromAt.getTime() || one.id - other.id

/** Returns the current price. Of several prices that have begun and not ended, the price that began last applies. */
export function findRunning<P extends Period>(changes: readonly P[], now: Date): P | null {
  const started = changes.filter(({ fromAt, toAt }) => fromAt <= now && (toAt === null || toAt > now))
  return started.sort(compareStart).at(-1) ?? null
}

/** 30: by law, a reduced price is shown together with the lowest price of the last 30 days. */
export const lowestDays = 30

/**
 * Returns the lowest price of the last 30 days, including prices that began or ended in that time. Returns null if
 * there was no price.
 */
export function findLowestPrice(changes: readonly (Period & PriceAmounts)[], now: Date): number | null {
  const since = new Date(now.getTime() - lowestDays * dayMs)
  const boundaries = changes.flatMap(({ fromAt, toAt }) => [fromAt, toAt ?? fromAt])
  const amounts = [since, ...boundaries.filter((at) => at > since && at <= now)].flatMap((at) => {
    const running = findRunning(changes, at)
    return running?.specialPriceAmount ?? running?.priceAmount ?? []
  })
  return amounts.length > 0 ? Math.min(...amounts) : null
}

/** Returns the state of a price. An open-ended price ends when the next open-ended price begins. */
export function findPriceState(change: Period, all: readonly Period[], now: Date): PriceState {
  if (change.fromAt > now) return 'planned'
  if (change.toAt !== null) return change.toAt > now ? 'open' : 'over'
  const isReplaced = all.some((one) => one.toAt === null && one.fromAt <= now && compareStart(one, change) > 0)
  return isReplaced ? 'over' : 'open'
}

export function isSamePrice(one: PriceAmounts, other: PriceAmounts): boolean {
  return keysOf(noPrice).every((name) => (one[name] ?? null) === (other[name] ?? null))
}

const zeroFields = [
  ['price', 'priceAmount'],
  ['special', 'specialPriceAmount'],
  ['new_user', 'newUserPriceAmount'],
] as const

/**
 * Returns the first problem of typed prices by field, or null. A price of 0 is an error unless the SKU is marked as
 * free.
 */
export function findPriceProblem(amounts: PriceAmounts, isFree: boolean): { field: string; detail: string } | null {
  const { priceAmount, specialPriceAmount, newUserPriceAmount, compareAtAmount } = amounts
  const zero = isFree ? undefined : zeroFields.find(([, name]) => amounts[name] === 0)
  if (zero)
    return { field: zero[0], detail: 'A price of 0 gives the item away. If you want this, mark the SKU as free first.' }
  if (priceAmount === null) {
    const hasOthers = [specialPriceAmount, newUserPriceAmount, compareAtAmount].some((one) => one !== null)
    return hasOthers ? { field: 'price', detail: 'Enter the regular price before any other price.' } : null
  }
  const isBelow = (amount: number | null) => amount === null || amount < priceAmount
  if (!isBelow(specialPriceAmount))
    return { field: 'special', detail: 'The sale price must be below the regular price.' }
  if (!isBelow(newUserPriceAmount))
    return { field: 'new_user', detail: 'The price for new shoppers must be below the regular price.' }
  if (compareAtAmount !== null && compareAtAmount <= priceAmount) {
    return { field: 'compare_at', detail: 'The compare-at price must be above the regular price.' }
  }
  return null
}
