/** How many units of a sku unpaid orders of unproved addresses may hold together, of all that are on the shelf or held so. */
export function findUnprovedShare(stock: number, percent: number): number {
  return Math.max(1, Math.floor((stock * percent) / 100))
}
