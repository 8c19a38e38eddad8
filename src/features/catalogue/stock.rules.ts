/** Why staff change what is left of a sku. */
export const stockReasons = [
  'counted',
  'received',
  'returned',
  'damaged',
  'lost',
  'sold_elsewhere',
  'corrected',
] as const
export type StockReason = (typeof stockReasons)[number]

/** The most of one sku that a column of the database and a sensible warehouse hold. */
export const stockMost = 10_000_000

/** From so few on a sku counts as running out; the trigger that tells `stock.low` has the same number. */
export const lowStock = 5

/** What is left after a count (`set`) or a change (`by`), or null where it cannot be. */
export function findNewStock(
  left: number,
  { set, by }: { set?: number | undefined; by?: number | undefined },
): number | null {
  const next = set ?? left + (by ?? 0)
  return next >= 0 && next <= stockMost ? next : null
}
