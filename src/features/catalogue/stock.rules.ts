/** The reasons for a manual change of stock. */
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

/** 10,000,000: above any realistic stock, and within the range of the database column. */
export const maxStock = 10_000_000

/** The maximum weight of a SKU in grams: 1,000 kg. The database has the same limit. */
export const maxWeight = 1_000_000

/** 5: a SKU with this stock or less is running low. The trigger for `stock.low` uses the same number. */
export const lowStock = 5

/** Returns the stock after a count (`set`) or a change (`by`). Returns null if the result is not a valid stock. */
export function findNewStock(
  left: number,
  { set, by }: { set?: number | undefined; by?: number | undefined },
): number | null {
  const next = set ?? left + (by ?? 0)
  return next >= 0 && next <= maxStock ? next : null
}
