import type { StatusBadge } from '#console/ui/content/status.tsx'
import type { CouponKind, CouponState } from '#features/coupons/coupon-terms.staff.rules.ts'

export const couponBadges: Record<CouponState, StatusBadge> = {
  running: { name: 'Live', tone: 'success', gauge: 1 },
  scheduled: { name: 'Planned', tone: 'info', gauge: 0 },
  taken: { name: 'All claimed', tone: 'ink', gauge: 'tick' },
  paused: { name: 'Paused', tone: 'warning', gauge: 'pause' },
  ended: { name: 'Ended', tone: 'ink', gauge: 'dash' },
}

export const kindNames: Record<CouponKind, string> = {
  fixed: 'Amount off',
  percent: 'Percent off',
  free_shipping: 'Free shipping',
}
