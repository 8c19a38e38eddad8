import { compareTexts } from '#contract/text/compare.ts'

/** Coupon of the shopper with its effect on one order. Amounts are in the order's currency. */
export type CouponOffer = {
  claimId: string
  code: string
  /** Discount on items and shipping together. Null while the coupon cannot be used. */
  offAmount: number | null
  expiresAt: Date | null
}

/** Ranks coupons: usable coupons first, then the largest discount, then the soonest expiry. */
export function rankOffers<O extends CouponOffer>(offers: readonly O[]): O[] {
  const end = ({ expiresAt }: CouponOffer) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  return [...offers].sort((a, b) => {
    if ((a.offAmount === null) !== (b.offAmount === null)) return a.offAmount === null ? 1 : -1
    const more = (b.offAmount ?? 0) - (a.offAmount ?? 0)
    if (more !== 0) return more
    const endOrder = end(a) - end(b)
    return Number.isNaN(endOrder) || endOrder === 0 ? compareTexts(a.code, b.code) : endOrder
  })
}

/** Request for no coupon. Without a request, the best coupon is used. */
export const noCoupon = 'none'

/** Placeholder for the claim id of a coupon whose code was typed and that is not claimed yet. */
export const typedCoupon = 'code'

/** Returns the requested coupon if it can be used. Without a request, returns the best coupon that gives a discount. */
export function chooseOffer<O extends CouponOffer>(ranked: readonly O[], requested: string | undefined): O | null {
  if (requested === noCoupon) return null
  const usable = ranked.filter(({ offAmount }) => offAmount !== null)
  if (requested !== undefined) return usable.find(({ claimId }) => claimId === requested) ?? null
  return usable.find(({ offAmount }) => (offAmount ?? 0) > 0) ?? null
}

export type OrderTotals = { subtotalAmount: number; offAmount: number; shippingAmount: number; totalAmount: number }

export function computeTotals(
  subtotalAmount: number,
  shippingAmount: number,
  offAmount: number,
  addedTaxAmount: number,
): OrderTotals {
  const totalAmount = subtotalAmount + shippingAmount - offAmount + addedTaxAmount
  return { subtotalAmount, offAmount, shippingAmount, totalAmount }
}

type CartQuantity = { sku_id: number; quantity: number }

/** Returns whether the shopper saw the current cart, with the same SKUs and quantities in any order. */
export function isSameCart(seen: readonly CartQuantity[], held: readonly CartQuantity[]): boolean {
  if (seen.length !== held.length) return false
  return held.every(({ sku_id, quantity }) => seen.some((one) => one.sku_id === sku_id && one.quantity === quantity))
}
