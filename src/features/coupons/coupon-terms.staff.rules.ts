import { keysOf } from '#contract/values.ts'
import { type CouponTerms, couponType } from './coupons.rules.ts'

/** The names of coupon kinds in the staff API. */
export const couponKinds = {
  fixed: couponType.fixed,
  percent: couponType.percent,
  free_shipping: couponType.freeShipping,
} as const
export type CouponKind = keyof typeof couponKinds
export const couponKindNames = keysOf(couponKinds)

export function toCouponKind(type: string): CouponKind {
  if (type === couponType.fixed) return 'fixed'
  return type === couponType.freeShipping ? 'free_shipping' : 'percent'
}

export type CouponToCheck = CouponTerms & {
  currency: string
  startsAt: Date
  endsAt: Date | null
  stockTotal: number | null
}

/** Returns the first problem of a coupon by field, or null. */
export function findCouponProblem(coupon: CouponToCheck, claimed: number): { field: string; detail: string } | null {
  const kind = toCouponKind(coupon.couponType)
  const { discountAmount, discountPercent, endsAt, startsAt, stockTotal } = coupon
  if ((kind === 'fixed') !== (discountAmount !== null)) {
    return { field: 'amount', detail: 'Coupons with a fixed discount need an amount. Other coupons cannot have one.' }
  }
  if ((kind === 'percent') !== (discountPercent !== null)) {
    return {
      field: 'percent',
      detail: 'Coupons with a percentage discount need a percentage. Other coupons cannot have one.',
    }
  }
  if (endsAt && endsAt <= startsAt) return { field: 'ends_at', detail: 'The end must be after the start.' }
  if (stockTotal !== null && stockTotal < claimed) {
    return {
      field: 'stock',
      detail: `${claimed} coupons were already claimed, so the number of coupons cannot be lower.`,
    }
  }
  return null
}

const terms = ['couponType', 'discountAmount', 'discountPercent', 'maximumAmount', 'minimumAmount', 'currency'] as const

/**
 * Returns whether the discount or its conditions would change. Shoppers who claimed the coupon were promised the
 * current terms.
 */
export function changesTerms(was: CouponToCheck, is: CouponToCheck): boolean {
  const listed = ({ conditions: { categoryCodes = [], productIds = [] } }: CouponToCheck) =>
    JSON.stringify([categoryCodes.toSorted(), productIds.toSorted()])
  return terms.some((name) => (was[name] ?? null) !== (is[name] ?? null)) || listed(was) !== listed(is)
}

export const couponStates = ['scheduled', 'running', 'taken', 'paused', 'ended'] as const
export type CouponState = (typeof couponStates)[number]
export const couponActions = ['pause', 'resume', 'end', 'give'] as const
export type CouponAction = (typeof couponActions)[number]

/** 0.9: a coupon with this share of its stock claimed is running out. */
export const almostGoneShare = 0.9
/** 10,000: the most uses that are counted. */
export const maxUsesCounted = 10_000
/** The days for which uses are shown by day. */
export const usedDays = 30

type CouponStateInput = {
  isActive: boolean
  isPaused: boolean
  startsAt: Date
  endsAt: Date | null
  stockTotal: number | null
  stockClaimed: number
}

export function findCouponState(coupon: CouponStateInput, now: Date): CouponState {
  if (!coupon.isActive || (coupon.endsAt !== null && coupon.endsAt <= now)) return 'ended'
  if (coupon.isPaused) return 'paused'
  if (coupon.stockTotal !== null && coupon.stockClaimed >= coupon.stockTotal) return 'taken'
  return coupon.startsAt > now ? 'scheduled' : 'running'
}

/** Returns the actions that staff can take in a state. */
export function listCouponActions(state: CouponState): CouponAction[] {
  if (state === 'ended') return []
  if (state === 'paused') return ['resume', 'end']
  return state === 'taken' ? ['pause', 'end'] : ['pause', 'end', 'give']
}

export type WidgetState = 'paused' | 'scheduled' | 'live' | 'ended'

export function findWidgetState(
  widget: { isPublished: boolean; startsAt: Date; endsAt: Date | null },
  now: Date,
): WidgetState {
  if (widget.endsAt !== null && widget.endsAt <= now) return 'ended'
  if (!widget.isPublished) return 'paused'
  return widget.startsAt > now ? 'scheduled' : 'live'
}
