import { parseAmount } from '#console/ui/fields/amount.rules.ts'
import { maxParcelGrams } from '#features/orders/orders.staff.rules.ts'

/** A weight in kilograms has three decimals, which are the grams. */
const decimals = 3

/** Reads kilograms as grams: `0.9` and `0,9` are 900 grams. Returns null for anything that is not a weight of a parcel. */
export function parseKilos(typed: string): number | null {
  const grams = parseAmount(typed, decimals)
  return grams !== null && grams > 0 && grams <= maxParcelGrams ? grams : null
}

export const formatKilosNumber = (grams: number): string => String(grams / 1000)
export const formatKilos = (grams: number): string => `${formatKilosNumber(grams)} kg`
