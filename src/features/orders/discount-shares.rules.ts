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
  if (shared === 0) return prices.map(() => 0)
  const parts = prices.map((price, index) => {
    // A discount times a price can exceed the largest integer that a double represents exactly.
    const exact = BigInt(shared) * BigInt(price)
    return { index, whole: Number(exact / BigInt(total)), rest: exact % BigInt(total) }
  })
  let left = shared - parts.reduce((sum, part) => sum + part.whole, 0)
  const shares = parts.map((part) => part.whole)
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const { index } of byRest) {
    if (left === 0) break
    shares[index] = (shares[index] ?? 0) + 1
    left--
  }
  return shares
}
