/** The ways in which a shipping method is priced. */
export const shippingPriceKinds = ['fixed', 'weight', 'total'] as const
export type ShippingPriceKind = (typeof shippingPriceKinds)[number]

/** A price band. It ends at `upTo`, included, and begins above the previous band. */
export type ShippingBand = { upTo: number; priceAmount: number }

/** Prices of a shipping method. All amounts are in minor units of one currency, which is also the currency of the order. */
export type ShippingPrices = {
  priceBy: ShippingPriceKind
  priceAmount: number
  freeFromAmount: number | null
  bands: readonly ShippingBand[]
}

/** The properties of an order that shipping prices depend on. The weight is in grams. */
export type ShippedOrder = { subtotalAmount: number; weight: number }

/**
 * Returns the shipping price of an order. Returns null for an order above the last band, to which the method is not
 * offered. A heavy order is not offered a method by weight even if its subtotal is high enough for free shipping.
 */
export function findShippingPrice(
  { priceBy, priceAmount, freeFromAmount, bands }: ShippingPrices,
  { subtotalAmount, weight }: ShippedOrder,
): number | null {
  const isFree = freeFromAmount !== null && subtotalAmount >= freeFromAmount
  if (priceBy === 'fixed') return isFree ? 0 : priceAmount
  const size = priceBy === 'weight' ? weight : subtotalAmount
  const band = [...bands].sort((a, b) => a.upTo - b.upTo).find(({ upTo }) => size <= upTo)
  if (isFree && (band || priceBy === 'total')) return 0
  return band?.priceAmount ?? null
}

/** Removes spaces and hyphens, so that `bt1 1aa` and `BT1-1AA` are the same postal code. */
export function normalizePostcode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** Returns whether a postal code begins with an excluded beginning. */
export function isExcludedPostcode(excluded: readonly string[], postcode: string): boolean {
  const wanted = normalizePostcode(postcode)
  return wanted !== '' && excluded.some((start) => wanted.startsWith(normalizePostcode(start)))
}

export type PricedMethod = { amount: number; freeFromAmount: number | null }

/** Returns the cheapest method, and the smallest amount that is missing for free shipping. */
export function findCheapestShipping<M extends PricedMethod>(
  methods: readonly M[],
  subtotalAmount: number,
): { method: M; missingAmount: number | null } | null {
  const [method] = [...methods].sort((a, b) => a.amount - b.amount)
  if (!method) return null
  const missing = methods.flatMap(({ freeFromAmount }) =>
    freeFromAmount !== null && freeFromAmount > subtotalAmount ? [freeFromAmount - subtotalAmount] : [],
  )
  return { method, missingAmount: method.amount === 0 || missing.length === 0 ? null : Math.min(...missing) }
}
