import { shareByWeight } from '#features/tax/tax-amounts.rules.ts'

/**
 * Splits an order's discount over its lines in proportion to their prices. Each line gets its share rounded down. The
 * remaining cents go to the lines with the largest remainders, and to the earlier of equal lines. With a step, the
 * discount, prices and shares are multiples of the step.
 */
export function shareDiscount(discount: number, prices: readonly number[], step = 1): number[] {
  if (step > 1) {
    const inSteps = prices.map((price) => Math.floor(price / step))
    return shareDiscount(Math.floor(discount / step), inSteps).map((share) => share * step)
  }
  const total = prices.reduce((sum, price) => sum + price, 0)
  const shared = Math.min(Math.max(0, discount), total)
  return shared === 0 ? prices.map(() => 0) : shareByWeight(shared, prices)
}
