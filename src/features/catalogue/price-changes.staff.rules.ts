import { dayMs } from '#contract/times/times.ts'

/** The prices of a sku in one currency; no price is one that is converted from the sku's own currency. */
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

/** More than a year of weekly sales planned ahead for one sku and currency. */
export const plannedMost = 60
/** The largest amount of money that a price may have, in the smallest unit. */
export const amountMost = 100_000_000_000

const begunLater = (one: Period, other: Period) => one.fromAt.getTime() - other.fromAt.getTime() || one.id - other.id

/** The one that counts: of those that have begun and not ended, the latest to begin. */
export function findRunning<P extends Period>(changes: readonly P[], now: Date): P | null {
  const begun = changes.filter(({ fromAt, toAt }) => fromAt <= now && (toAt === null || toAt > now))
  return begun.sort(begunLater).at(-1) ?? null
}

/** By law a reduced price stands beside the lowest of so many days. */
export const lowestDays = 30

/** The lowest that was asked for in the last days, whatever began, ended or came back in them; null where nothing was. */
export function findLowest(changes: readonly (Period & PriceAmounts)[], now: Date): number | null {
  const since = new Date(now.getTime() - lowestDays * dayMs)
  const turns = changes.flatMap(({ fromAt, toAt }) => [fromAt, toAt ?? fromAt])
  const asked = [since, ...turns.filter((at) => at > since && at <= now)].flatMap((at) => {
    const running = findRunning(changes, at)
    return running?.specialPriceAmount ?? running?.priceAmount ?? []
  })
  return asked.length > 0 ? Math.min(...asked) : null
}

/** Where each stands. One without an end is over as soon as the next without an end has begun. */
export function findPriceState(change: Period, all: readonly Period[], now: Date): PriceState {
  if (change.fromAt > now) return 'planned'
  if (change.toAt !== null) return change.toAt > now ? 'open' : 'over'
  const isReplaced = all.some((one) => one.toAt === null && one.fromAt <= now && begunLater(one, change) > 0)
  return isReplaced ? 'over' : 'open'
}

export function isSamePrice(one: PriceAmounts, other: PriceAmounts): boolean {
  return (Object.keys(noPrice) as (keyof PriceAmounts)[]).every((name) => (one[name] ?? null) === (other[name] ?? null))
}

const zeroFields = [
  ['price', 'priceAmount'],
  ['special', 'specialPriceAmount'],
  ['new_user', 'newUserPriceAmount'],
] as const

/** Finds what is wrong with typed prices, by field. A price of 0 is a mistake unless the sku is marked as free. */
export function findPriceProblem(amounts: PriceAmounts, isFree: boolean): { field: string; detail: string } | null {
  const { priceAmount, specialPriceAmount, newUserPriceAmount, compareAtAmount } = amounts
  const zero = isFree ? undefined : zeroFields.find(([, name]) => amounts[name] === 0)
  if (zero) return { field: zero[0], detail: 'A price of 0 gives it away. Mark the sku as free first if you mean it.' }
  if (priceAmount === null) {
    const hasOthers = [specialPriceAmount, newUserPriceAmount, compareAtAmount].some((one) => one !== null)
    return hasOthers ? { field: 'price', detail: 'Without a price there can be no other one.' } : null
  }
  const isBelow = (amount: number | null) => amount === null || amount < priceAmount
  if (!isBelow(specialPriceAmount)) return { field: 'special', detail: 'A special price is below the price.' }
  if (!isBelow(newUserPriceAmount)) return { field: 'new_user', detail: 'A price for new shoppers is below the price.' }
  if (compareAtAmount !== null && compareAtAmount <= priceAmount) {
    return { field: 'compare_at', detail: 'A price to compare with is above the price.' }
  }
  return null
}
