/**
 * Returns the maximum number of units of a SKU that all unpaid orders of unverified addresses can hold together.
 * `stock` includes the units held this way.
 */
export function findUnverifiedShare(stock: number, percent: number): number {
  return Math.max(1, Math.floor((stock * percent) / 100))
}
