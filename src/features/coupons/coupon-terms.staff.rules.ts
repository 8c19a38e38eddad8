import { type CouponTerms, couponType } from './coupons.rules.ts'

/** What a coupon gives, as staff say it. */
export const couponKinds = {
  fixed: couponType.fixed,
  percent: couponType.percent,
  free_shipping: couponType.freeShipping,
} as const
export type CouponKind = keyof typeof couponKinds
export const couponKindNames = Object.keys(couponKinds) as [CouponKind, ...CouponKind[]]

export function nameCouponKind(type: string): CouponKind {
  if (type === couponType.fixed) return 'fixed'
  return type === couponType.freeShipping ? 'free_shipping' : 'percent'
}

export type CouponToCheck = CouponTerms & {
  currency: string
  startsAt: Date
  endsAt: Date | null
  stockTotal: number | null
}

/** What keeps a coupon from being one, by field. */
export function findCouponProblem(coupon: CouponToCheck, claimed: number): { field: string; detail: string } | null {
  const kind = nameCouponKind(coupon.couponType)
  const { discountAmount, discountPercent, endsAt, startsAt, stockTotal } = coupon
  if ((kind === 'fixed') !== (discountAmount !== null)) {
    return { field: 'amount', detail: 'A fixed coupon needs an amount. Other kinds of coupon have none.' }
  }
  if ((kind === 'percent') !== (discountPercent !== null)) {
    return { field: 'percent', detail: 'A percentage coupon needs a percentage. Other kinds of coupon have none.' }
  }
  if (endsAt && endsAt <= startsAt) return { field: 'ends_at', detail: 'The end must be after the start.' }
  if (stockTotal !== null && stockTotal < claimed) {
    return { field: 'stock', detail: `${claimed} were already claimed, so the stock cannot be lower.` }
  }
  return null
}

const terms = ['couponType', 'discountAmount', 'discountPercent', 'maximumAmount', 'minimumAmount', 'currency'] as const

/** Whether what a coupon gives would be another: whoever holds it was promised what it says now. */
export function changesTerms(was: CouponToCheck, is: CouponToCheck): boolean {
  const listed = ({ conditions: { categoryCodes = [], productIds = [] } }: CouponToCheck) =>
    JSON.stringify([categoryCodes.toSorted(), productIds.toSorted()])
  return terms.some((name) => (was[name] ?? null) !== (is[name] ?? null)) || listed(was) !== listed(is)
}

export const couponStates = ['scheduled', 'running', 'taken', 'paused', 'ended'] as const
export type CouponState = (typeof couponStates)[number]
export const couponDeeds = ['pause', 'resume', 'end', 'give'] as const
export type CouponDeed = (typeof couponDeeds)[number]

/** From this share of its stock on a coupon that is offered is running out. */
export const runningOutShare = 0.9
/** So many uses of a coupon are counted; beyond it is many. */
export const usesCountedMost = 10_000
/** How far back its uses are told day by day. */
export const usedDays = 30

type CouponStanding = {
  isActive: boolean
  isPaused: boolean
  startsAt: Date
  endsAt: Date | null
  stockTotal: number | null
  stockClaimed: number
}

export function findCouponState(coupon: CouponStanding, now: Date): CouponState {
  if (!coupon.isActive || (coupon.endsAt !== null && coupon.endsAt <= now)) return 'ended'
  if (coupon.isPaused) return 'paused'
  if (coupon.stockTotal !== null && coupon.stockClaimed >= coupon.stockTotal) return 'taken'
  return coupon.startsAt > now ? 'scheduled' : 'running'
}

/** What staff can do with a coupon in a state. */
export function listCouponDeeds(state: CouponState): CouponDeed[] {
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
