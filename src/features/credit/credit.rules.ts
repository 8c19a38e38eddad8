import { floorToStep } from '#contract/money/currency-units.ts'
import type { Exchange } from '#features/catalogue/prices.rules.ts'

/**
 * Kinds of entries:
 * - `refund`: refund as credit
 * - `bonus`: bonus of the shop
 * - `spent`: part of an order that credit paid
 * - `given_back`: credit of an order that was never paid
 * - `by_hand`: change by staff
 * - `erased`: rest of an erased customer
 */
export const creditKinds = ['refund', 'bonus', 'spent', 'given_back', 'by_hand', 'erased'] as const

export const creditReasons = ['goodwill', 'late', 'damaged', 'correction'] as const
export type CreditReason = (typeof creditReasons)[number]

/** Limit of a change by staff in minor units. Larger amounts are typing errors. */
export const maxCreditByHand = 10_000_000

type Units = Pick<Exchange, 'rate' | 'decimals'>

/** Rounds to 15 digits, the precision of a double. Further digits are noise. */
function convertExactly(amount: number, from: Units, to: Units): number {
  return Number(((amount / 10 ** from.decimals / from.rate) * to.rate * 10 ** to.decimals).toPrecision(15))
}

/** Converts an amount of any currency to credit, rounded to a cent. An amount above 0 is worth at least a cent. */
export function toCredit(amount: number, from: Units, home: Units): number {
  return amount > 0 ? Math.max(1, Math.round(convertExactly(amount, from, home))) : 0
}

/**
 * Returns the credit for a part of a refund after parts of `before` came as credit. It is the credit for all parts together less
 * that of the earlier ones, so that many small parts never exceed the whole.
 */
export function toCreditPart(amount: number, before: number, from: Units, home: Units): number {
  return toCredit(before + amount, from, home) - toCredit(before, from, home)
}

/** Returns the bonus of a refund, rounded down so that it never exceeds the promise. */
export function computeBonus(creditAmount: number, percent: number): number {
  return Math.floor((creditAmount * percent) / 100)
}

export type CreditCoverage = {
  /** Paid part of the order, in its currency. */
  creditAmount: number
  takenAmount: number
}

/** Returns how much of an order credit pays: as much as possible, up to the balance. */
export function computeCreditCoverage(
  balance: number,
  total: number,
  home: Units,
  orderUnits: Units,
  step = 1,
): CreditCoverage {
  const isSame = home.rate === orderUnits.rate && home.decimals === orderUnits.decimals
  const available = isSame ? balance : Math.floor(convertExactly(balance, home, orderUnits))
  // The rest to pay must be an amount that the provider accepts.
  const creditAmount = floorToStep(Math.max(0, Math.min(total, available)), step)
  if (isSame || creditAmount === 0) return { creditAmount, takenAmount: creditAmount }
  // A fraction of a cent is rounded up, so that the shop never sells below the price.
  return { creditAmount, takenAmount: Math.min(balance, Math.ceil(convertExactly(creditAmount, orderUnits, home))) }
}

/**
 * Returns the credit to give back with a refund, independent of the present rate. Refunds of the whole order give back exactly
 * what was taken. `before` and `now` are refunded parts of the order's credit, in its currency.
 */
export function computeReturnedCredit(coverage: CreditCoverage, before: number, now: number): number {
  const takenFor = (amount: number) =>
    Number((BigInt(coverage.takenAmount) * BigInt(amount)) / BigInt(Math.max(1, coverage.creditAmount)))
  return takenFor(before + now) - takenFor(before)
}

export type Split = {
  /** Part of the refund that the provider was paid. */
  paymentAmount: number
  /** Part of the refund that was paid with credit. It is always refunded as credit. */
  creditAmount: number
}

/** Splits a refund: the provider's payment is refunded first, until nothing of it is left. */
export function splitRefund(amount: number, paymentLeft: number): Split {
  const paymentAmount = Math.max(0, Math.min(amount, paymentLeft))
  return { paymentAmount, creditAmount: amount - paymentAmount }
}
