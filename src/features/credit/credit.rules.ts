import { floorToStep } from '#contract/money/currency-units.ts'
import type { Exchange } from '#features/settings/conversion.rules.ts'

/**
 * Kinds of entries:
 * - `refund`: a refund paid as credit
 * - `bonus`: a bonus from the shop
 * - `spent`: credit that paid a part of an order
 * - `given_back`: returned credit of an order that was never paid
 * - `by_hand`: a change by staff
 * - `erased`: the remaining credit of an erased customer
 */
export const creditKinds = ['refund', 'bonus', 'spent', 'given_back', 'by_hand', 'erased'] as const

export const creditReasons = ['goodwill', 'late', 'damaged', 'correction'] as const
export type CreditReason = (typeof creditReasons)[number]

/** The largest change by staff, in minor units. Larger amounts are typing errors. */
export const maxCreditByHand = 10_000_000

type Units = Pick<Exchange, 'rate' | 'decimals'>

/**
 * Converts an amount and rounds the result to 15 digits, the precision of a double. Further digits are rounding noise.
 */
function convertExactly(amount: number, from: Units, to: Units): number {
  return Number(((amount / 10 ** from.decimals / from.rate) * to.rate * 10 ** to.decimals).toPrecision(15))
}

/**
 * Converts an amount of any currency to credit, rounded to a cent. Any amount above 0 converts to at least one cent.
 */
export function toCredit(amount: number, from: Units, home: Units): number {
  return amount > 0 ? Math.max(1, Math.round(convertExactly(amount, from, home))) : 0
}

/**
 * Returns the credit for a part of a refund. `before` is the sum of the earlier parts. The result is the credit for all
 * parts together minus the credit for the earlier parts, so that many small parts never exceed the whole.
 */
export function toCreditPart(amount: number, before: number, from: Units, home: Units): number {
  return toCredit(before + amount, from, home) - toCredit(before, from, home)
}

/** Returns the bonus of a refund, rounded down so that the bonus never exceeds the promised percentage. */
export function computeBonus(creditAmount: number, percent: number): number {
  return Math.floor((creditAmount * percent) / 100)
}

export type CreditCoverage = {
  /** The part of the order that credit pays, in the currency of the order. */
  creditAmount: number
  takenAmount: number
}

/** Returns how much of an order credit pays. Credit pays as much as possible, up to the balance. */
export function computeCreditCoverage(
  balance: number,
  total: number,
  home: Units,
  orderUnits: Units,
  step = 1,
): CreditCoverage {
  const isSame = home.rate === orderUnits.rate && home.decimals === orderUnits.decimals
  const available = isSame ? balance : Math.floor(convertExactly(balance, home, orderUnits))
  // The remaining amount must be a multiple of the smallest step that the provider accepts.
  const creditAmount = floorToStep(Math.max(0, Math.min(total, available)), step)
  if (isSame || creditAmount === 0) return { creditAmount, takenAmount: creditAmount }
  // A fraction of a cent is rounded up, so that the shop never sells below the price.
  return { creditAmount, takenAmount: Math.min(balance, Math.ceil(convertExactly(creditAmount, orderUnits, home))) }
}

/**
 * Returns the credit to give back with a refund, independent of the current exchange rate. Refunding the whole order
 * gives back exactly the credit that the order took. `before` and `now` are the refunded parts of the order's credit,
 * in the currency of the order.
 */
export function computeReturnedCredit(coverage: CreditCoverage, before: number, now: number): number {
  const takenFor = (amount: number) =>
    Number((BigInt(coverage.takenAmount) * BigInt(amount)) / BigInt(Math.max(1, coverage.creditAmount)))
  return takenFor(before + now) - takenFor(before)
}

export type Split = {
  /** The part of the refund that goes back through the payment provider. */
  paymentAmount: number
  /** The part of the refund for which the order was paid with credit. This part is always refunded as credit. */
  creditAmount: number
}

/**
 * Splits a refund. The payment through the provider is refunded first, until nothing of the payment remains. The rest
 * is refunded as credit.
 */
export function splitRefund(amount: number, paymentLeft: number): Split {
  const paymentAmount = Math.max(0, Math.min(amount, paymentLeft))
  return { paymentAmount, creditAmount: amount - paymentAmount }
}
