import { compareTexts } from '#contract/text/compare.ts'

/** A coupon in the shopper's hands as one order sees it; amounts are in the order's currency. */
export type CouponOffer = {
  claimId: string
  code: string
  /** What it takes off this order, goods and postage together; null while it cannot be used. */
  offAmount: number | null
  expiresAt: Date | null
}

/** Those that can be used first, what takes off most before the others; of two alike, the one that ends sooner. */
export function rankOffers<O extends CouponOffer>(offers: readonly O[]): O[] {
  const end = ({ expiresAt }: CouponOffer) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY
  return [...offers].sort((a, b) => {
    if ((a.offAmount === null) !== (b.offAmount === null)) return a.offAmount === null ? 1 : -1
    const more = (b.offAmount ?? 0) - (a.offAmount ?? 0)
    if (more !== 0) return more
    const sooner = end(a) - end(b)
    return Number.isNaN(sooner) || sooner === 0 ? compareTexts(a.code, b.code) : sooner
  })
}

/** The asking for no coupon at all, where leaving it out asks for the best one. */
export const noCoupon = 'none'

/** Stands for the coupon whose code was typed where it is not claimed yet. */
export const typedCoupon = 'code'

/** What is asked for if it can be used, the best if nothing was asked for, and none rather than one that helps nobody. */
export function chooseOffer<O extends CouponOffer>(ranked: readonly O[], asked: string | undefined): O | null {
  if (asked === noCoupon) return null
  const usable = ranked.filter(({ offAmount }) => offAmount !== null)
  if (asked !== undefined) return usable.find(({ claimId }) => claimId === asked) ?? null
  return usable.find(({ offAmount }) => (offAmount ?? 0) > 0) ?? null
}

export type Bill = { subtotalAmount: number; offAmount: number; shippingAmount: number; totalAmount: number }

export function addUp(subtotalAmount: number, shippingAmount: number, offAmount: number): Bill {
  return { subtotalAmount, offAmount, shippingAmount, totalAmount: subtotalAmount + shippingAmount - offAmount }
}

type LineAsked = { sku_id: number; quantity: number }

/** Whether the shopper saw the cart as it is: the same skus in the same numbers, in whatever order. */
export function isSameCart(seen: readonly LineAsked[], held: readonly LineAsked[]): boolean {
  if (seen.length !== held.length) return false
  return held.every(({ sku_id, quantity }) => seen.some((one) => one.sku_id === sku_id && one.quantity === quantity))
}
