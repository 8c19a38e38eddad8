import { hundredPercent, type PricePolicy } from './price-endings.rules.ts'

/** The properties of a currency that a conversion needs. `rate` is in units per unit of the shop's own currency. */
export type Exchange = { rate: number; decimals: number; roundingAmount: number }

/** A currency with the rule by which catalog prices in it are made. */
export type PricedCurrency = Exchange & { code: string } & PricePolicy

/** Converts minor units of one currency to another, rounded to the multiple that shops use. */
export function convertAmount(amount: number, from: Exchange, to: Exchange): number {
  return convertToGrid(amount, from, to, { step: to.roundingAmount, offset: 0, adjustment: 0 })
}

/** The possible results of a conversion: `offset` plus a multiple of `step`. The adjustment is in thousandths of a percent. */
export type Grid = { step: number; offset: number; adjustment: number }

/**
 * Computes with whole numbers, so that the result is exact and equal to the result of `toViewAmount` in SQL. Halves are
 * rounded up. A price above zero never becomes zero by rounding.
 */
export function convertToGrid(
  amount: number,
  from: Exchange,
  to: Exchange,
  { step, offset, adjustment }: Grid,
): number {
  if (amount <= 0) return 0
  const units = BigInt(amount) * toWholeRate(to.rate) * 10n ** BigInt(to.decimals) * BigInt(hundredPercent + adjustment)
  const per = toWholeRate(from.rate) * 10n ** BigInt(from.decimals) * BigInt(hundredPercent)
  // Rounds (units / per - offset) / step.
  const steps = (2n * (units - BigInt(offset) * per) + BigInt(step) * per) / (2n * BigInt(step) * per)
  const least = offset > 0 ? 0n : 1n
  return Number((steps < least ? least : steps) * BigInt(step) + BigInt(offset))
}

/** 10: the number of decimals of a stored rate. */
const rateDecimals = 10

/** Returns a rate as a whole number of ten-billionths. */
const toWholeRate = (rate: number): bigint => BigInt(rate.toFixed(rateDecimals).replace('.', ''))
