import { floorToStep } from '#contract/money/currency-units.ts'
import type { Exchange } from '#features/catalogue/prices.rules.ts'

/**
 * `refund` money that came back as credit, `bonus` what the shop adds to it, `spent` on an order, `given_back` when that order was
 * never paid, `by_hand` given or taken by staff, `erased` what was left when somebody was forgotten.
 */
export const creditKinds = ['refund', 'bonus', 'spent', 'given_back', 'by_hand', 'erased'] as const

/** Why staff give or take credit. */
export const creditReasons = ['goodwill', 'late', 'damaged', 'correction'] as const
export type CreditReason = (typeof creditReasons)[number]

/** What is given or taken by hand at once at most, in the smallest unit: anything more is mistyped. */
export const creditByHandMost = 10_000_000

type Units = Pick<Exchange, 'rate' | 'decimals'>

/** Fifteen digits are all a double holds: what the sixteenth says is noise. */
function convertExactly(amount: number, from: Units, to: Units): number {
  return Number(((amount / 10 ** from.decimals / from.rate) * to.rate * 10 ** to.decimals).toPrecision(15))
}

/** Money of any currency as credit, to the nearest cent. What was something stays something. */
export function toCredit(amount: number, from: Units, home: Units): number {
  return amount > 0 ? Math.max(1, Math.round(convertExactly(amount, from, home))) : 0
}

/**
 * Returns what a part of a refund brings as credit, after parts of `before` came as credit already: as much as all of them together
 * bring, less what the earlier ones brought. So many tiny parts never bring more than the whole.
 */
export function toCreditPart(amount: number, before: number, from: Units, home: Units): number {
  return toCredit(before + amount, from, home) - toCredit(before, from, home)
}

/** What comes on top of a refund, never more than was promised. */
export function findBonus(creditAmount: number, percent: number): number {
  return Math.floor((creditAmount * percent) / 100)
}

export type Cover = {
  /** Of the order, in its currency. */
  creditAmount: number
  /** What it takes of the balance. */
  takenAmount: number
}

/** How much of an order credit pays: all that it can, and never more of it than there is. */
export function coverOrder(balance: number, total: number, home: Units, its: Units, step = 1): Cover {
  const isSame = home.rate === its.rate && home.decimals === its.decimals
  const reach = isSame ? balance : Math.floor(convertExactly(balance, home, its))
  // What is left to pay stays a sum that the provider takes.
  const creditAmount = floorToStep(Math.max(0, Math.min(total, reach)), step)
  if (isSame || creditAmount === 0) return { creditAmount, takenAmount: creditAmount }
  // Part of a cent is taken as one: the shop never gives goods for less than they cost.
  return { creditAmount, takenAmount: Math.min(balance, Math.ceil(convertExactly(creditAmount, its, home))) }
}

/**
 * What of the credit that an order took comes back with a refund, whatever the rate is by now: the refunds of all of it bring
 * all of it, to the cent. `before` and `now` count what went back of the order's credit, in its currency.
 */
export function shareTaken(cover: Cover, before: number, now: number): number {
  const upTo = (amount: number) =>
    Number((BigInt(cover.takenAmount) * BigInt(amount)) / BigInt(Math.max(1, cover.creditAmount)))
  return upTo(before + now) - upTo(before)
}

export type Split = {
  /** Of the refund, what was paid by the provider. */
  paymentAmount: number
  /** Of the refund, what was paid with credit: that comes back as credit, whatever is asked for. */
  creditAmount: number
}

/** Which money a refund is made of: what was paid otherwise goes first, until none of it is left. */
export function splitRefund(amount: number, paymentLeft: number): Split {
  const paymentAmount = Math.max(0, Math.min(amount, paymentLeft))
  return { paymentAmount, creditAmount: amount - paymentAmount }
}
