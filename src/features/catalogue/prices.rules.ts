import { payStepOf, roundToStep } from '#contract/money/currency-units.ts'
import {
  convertedPrices,
  findEndingGrid,
  hundredPercent,
  type PricePolicy,
} from '#features/settings/price-endings.rules.ts'

/** The properties of a currency that a conversion needs. `rate` is in units per unit of the shop's own currency. */
export type Exchange = { rate: number; decimals: number; roundingAmount: number }

/** A currency with the rule by which catalog prices in it are made. */
export type PricedCurrency = Exchange & { code: string } & PricePolicy

/** The prices of one sku, in minor units of one currency. */
export type SkuAmounts = {
  priceAmount: number
  specialPriceAmount: number | null
  newUserPriceAmount: number | null
  compareAtAmount: number | null
}

/** The amounts as they are stored: 0 means "no price" unless staff marked the sku as free. */
export type StoredAmounts = SkuAmounts & { isFree: boolean }

export type ChosenPrice = { priceAmount: number; compareAtAmount: number | null; isNewUserPrice: boolean }

/** Returns the valid amounts, or null for a SKU without a price. */
export function findAmounts({ isFree, ...amounts }: StoredAmounts): SkuAmounts | null {
  if (isFree) return amounts
  const { priceAmount, specialPriceAmount, newUserPriceAmount } = amounts
  if (priceAmount === 0) return null
  return {
    ...amounts,
    specialPriceAmount: specialPriceAmount || null,
    newUserPriceAmount: newUserPriceAmount || null,
  }
}

/** Converts minor units of one currency to another, rounded to the multiple that shops use. */
export function convertAmount(amount: number, from: Exchange, to: Exchange): number {
  return convertToGrid(amount, from, to, { step: to.roundingAmount, offset: 0, adjustment: 0 })
}

/** Returns the possible converted prices of a currency: its ending, in steps that payment providers accept. */
export function findPriceGrid(to: PricedCurrency): Grid {
  const { step, offset } = findEndingGrid(to, payStepOf(to.code))
  return { step, offset, adjustment: to.priceAdjustment }
}

/** Converts a catalog price by the price rule of the currency: adjusted, then rounded to the nearest price with its ending. */
export function convertPrice(amount: number, from: Exchange, to: PricedCurrency): number {
  return convertToGrid(amount, from, to, findPriceGrid(to))
}

/** The possible results of a conversion: `offset` plus a multiple of `step`. The adjustment is in thousandths of a percent. */
type Grid = { step: number; offset: number; adjustment: number }

/**
 * Computes with whole numbers, so that the result is exact and equal to the result of `toViewAmount` in SQL. Halves are
 * rounded up. A price above zero never becomes zero by rounding.
 */
function convertToGrid(amount: number, from: Exchange, to: Exchange, { step, offset, adjustment }: Grid): number {
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

/** Converts the prices of a SKU. Returns null if the currency has own prices only. */
export function convertAmounts(amounts: SkuAmounts, from: Exchange, to: PricedCurrency): SkuAmounts | null {
  if (to.priceRule !== convertedPrices.priceRule) return null
  const convert = (amount: number | null) => (amount === null ? null : convertPrice(amount, from, to))
  return {
    priceAmount: convertPrice(amounts.priceAmount, from, to),
    specialPriceAmount: convert(amounts.specialPriceAmount),
    newUserPriceAmount: convert(amounts.newUserPriceAmount),
    compareAtAmount: convert(amounts.compareAtAmount),
  }
}

/** Returns the price to pay, rounded to the step that payment providers accept, so that every total can be paid. */
export function choosePayable(amounts: SkuAmounts, isNewUser: boolean, currency: string): ChosenPrice {
  const chosen = choosePrice(amounts, isNewUser)
  const step = payStepOf(currency)
  const { priceAmount, compareAtAmount } = chosen
  return step === 1
    ? chosen
    : {
        ...chosen,
        priceAmount: roundToStep(priceAmount, step),
        compareAtAmount: compareAtAmount && roundToStep(compareAtAmount, step),
      }
}

/** Returns the price to pay, and the higher price to strike through if there is one. */
export function choosePrice(amounts: SkuAmounts, isNewUser: boolean): ChosenPrice {
  const forAll = Math.min(amounts.priceAmount, amounts.specialPriceAmount ?? amounts.priceAmount)
  const forNew = isNewUser ? (amounts.newUserPriceAmount ?? forAll) : forAll
  const priceAmount = Math.min(forAll, forNew)
  const before = Math.max(amounts.priceAmount, amounts.compareAtAmount ?? 0)
  return {
    priceAmount,
    compareAtAmount: before > priceAmount ? before : null,
    isNewUserPrice: priceAmount < forAll,
  }
}
