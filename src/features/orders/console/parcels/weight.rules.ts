import { readAmount } from '#console/ui/amount.rules.ts'
import { parcelGramsMost } from '#features/orders/orders.staff.rules.ts'

/** A kilogram has a thousand parts, as some money has. */
const decimals = 3

/** `0.9` and `0,9` are 900 grams. Null for what no parcel weighs. */
export function readKilos(typed: string): number | null {
  const grams = readAmount(typed, decimals)
  return grams !== null && grams > 0 && grams <= parcelGramsMost ? grams : null
}

export const writeKilos = (grams: number): string => String(grams / 1000)
export const showKilos = (grams: number): string => `${writeKilos(grams)} kg`
