/**
 * Returns the units of a SKU that unpaid orders of unverified addresses may hold together. `stock` counts available units and
 * units held this way.
 */
export function findUnverifiedShare(stock: number, percent: number): number {
  return Math.max(1, Math.floor((stock * percent) / 100))
}
