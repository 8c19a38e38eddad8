import { readAmount } from '#console/ui/amount.rules.ts'
import { parcelGramsMost } from '#features/orders/orders.staff.rules.ts'

/** Grams are thousandths of a kilogram, so amounts with three decimals are read and written alike. */
const decimals = 3

/** Reads kilograms as grams: `0.9` and `0,9` are 900 grams. Returns null for anything that is not a weight of a parcel. */
export function readKilos(typed: string): number | null {
  const grams = readAmount(typed, decimals)
  return grams !== null && grams > 0 && grams <= parcelGramsMost ? grams : null
}

export const writeKilos = (grams: number): string => String(grams / 1000)
export const showKilos = (grams: number): string => `${writeKilos(grams)} kg`
