/** The properties of a currency that a conversion needs. `rate` is in units per US dollar. */
export type Exchange = { rate: number; decimals: number; roundingAmount: number }

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

/**
 * Converts minor units of one currency to another. Rounds the result to the multiple that shops use in that currency.
 */
export function convertAmount(amount: number, from: Exchange, to: Exchange): number {
  const units = (amount / 10 ** from.decimals / from.rate) * to.rate * 10 ** to.decimals
  // A double has 15 exact decimal digits. With a sixteenth digit, 2.4999999999999996 would be rounded down.
  const steps = Math.round(Number((units / to.roundingAmount).toPrecision(15)))
  // A price above zero never becomes zero by rounding.
  return Math.max(amount > 0 ? 1 : 0, steps) * to.roundingAmount
}

export function convertAmounts(amounts: SkuAmounts, from: Exchange, to: Exchange): SkuAmounts {
  const convert = (amount: number | null) => (amount === null ? null : convertAmount(amount, from, to))
  return {
    priceAmount: convertAmount(amounts.priceAmount, from, to),
    specialPriceAmount: convert(amounts.specialPriceAmount),
    newUserPriceAmount: convert(amounts.newUserPriceAmount),
    compareAtAmount: convert(amounts.compareAtAmount),
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
