import { payStepOf, roundToStep } from '#contract/money/currency-units.ts'
import { convertToGrid, type Exchange, type Grid, type PricedCurrency } from '#features/settings/conversion.rules.ts'
import { convertedPrices, findEndingGrid } from '#features/settings/price-endings.rules.ts'

/** The prices of one SKU, in minor units of one currency. */
export type SkuAmounts = {
  priceAmount: number
  specialPriceAmount: number | null
  newUserPriceAmount: number | null
  compareAtAmount: number | null
}

/** The amounts as stored. An amount of 0 means "no price", unless staff marked the SKU as free. */
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

/** Returns the possible converted prices of a currency: its ending, in steps that payment providers accept. */
export function findPriceGrid(to: PricedCurrency): Grid {
  const { step, offset } = findEndingGrid(to, payStepOf(to.code))
  return { step, offset, adjustment: to.priceAdjustment }
}

/** Converts a catalog price by the price rule of the currency: adjusted, then rounded to the nearest price with its ending. */
export function convertPrice(amount: number, from: Exchange, to: PricedCurrency): number {
  return convertToGrid(amount, from, to, findPriceGrid(to))
}

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

/** Returns the price to pay, and the higher price to strike through, if any. */
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
