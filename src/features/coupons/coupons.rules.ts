import { floorToStep } from '#contract/money/currency-units.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import { dayMs } from '#contract/times/times.ts'

/** Of a coupon that somebody holds. */
export const couponStatus = { unused: 1, used: 2 } as const

/** What a coupon gives: a fixed amount off, free shipping, or, whatever else it says, a percentage. */
export const couponType = { fixed: 'F', freeShipping: 'S', percent: 'P' } as const

/** What a coupon takes off and from what, in minor units of one currency. */
export type CouponTerms = {
  /** One of `couponType`. */
  couponType: string
  discountAmount: number | null
  discountPercent: number | null
  /** The most it may take off. */
  maximumAmount: number | null
  minimumAmount: number
  /** Empty lists mean every product. */
  conditions: { categoryCodes?: readonly string[]; productIds?: readonly number[] }
}

export type CouponLine = { productId: number; categoryCode: string; amount: number }

export type Discount = { discountAmount: number; shippingDiscountAmount: number }

function isForAll({ conditions }: Pick<CouponTerms, 'conditions'>): boolean {
  return (conditions.categoryCodes ?? []).length === 0 && (conditions.productIds ?? []).length === 0
}

/** A coupon that names both products and categories is for either of them. */
export function isCouponLine({ conditions }: Pick<CouponTerms, 'conditions'>, line: CouponLine): boolean {
  const { categoryCodes = [], productIds = [] } = conditions
  if (isForAll({ conditions })) return true
  return categoryCodes.includes(line.categoryCode) || productIds.includes(line.productId)
}

/** What these lines still lack before the coupon can be used: nothing, a product it is for, or money's worth of them. */
export type Missing = { kind: 'nothing' } | { kind: 'product' } | { kind: 'amount'; amount: number }

export function findMissing(terms: CouponTerms, lines: readonly CouponLine[]): Missing {
  const fitting = lines.filter((line) => isCouponLine(terms, line))
  // For an empty cart the whole minimum is missing; if the coupon is for certain products, those are.
  const lacksProduct = fitting.length === 0 && (lines.length > 0 || terms.minimumAmount === 0 || !isForAll(terms))
  if (lacksProduct) return { kind: 'product' }
  const short = terms.minimumAmount - sumAmounts(fitting)
  return short > 0 ? { kind: 'amount', amount: short } : { kind: 'nothing' }
}

/** What the coupon takes off, or null if its condition is not met. Never more than what it applies to. */
export function computeDiscount(
  terms: CouponTerms,
  lines: readonly CouponLine[],
  shippingAmount: number,
  /** Sums of the currency are paid in this step. */
  step = 1,
): Discount | null {
  if (findMissing(terms, lines).kind !== 'nothing') return null
  const most = terms.maximumAmount ?? Number.POSITIVE_INFINITY
  if (terms.couponType === couponType.freeShipping) {
    return { discountAmount: 0, shippingDiscountAmount: floorToStep(Math.min(shippingAmount, most), step) }
  }
  const base = sumAmounts(lines.filter((line) => isCouponLine(terms, line)))
  const off =
    terms.couponType === couponType.fixed
      ? (terms.discountAmount ?? 0)
      : // Rounded down: a percentage never takes off more than it says.
        Math.floor((base * (terms.discountPercent ?? 0)) / 100)
  return { discountAmount: floorToStep(Math.min(off, most, base), step), shippingDiscountAmount: 0 }
}

function sumAmounts(lines: readonly CouponLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}

/** A claim lasts until the coupon ends or its own days are over, whichever comes first; null is 'Indefinite'. */
export function findExpiry(coupon: { endsAt: Date | null; validDays: number | null }, claimedAt: Date): Date | null {
  const own = coupon.validDays === null ? null : new Date(claimedAt.getTime() + coupon.validDays * dayMs)
  if (!coupon.endsAt || !own) return coupon.endsAt ?? own
  return own < coupon.endsAt ? own : coupon.endsAt
}

/** How long the link in the mail about a guest's claims opens them elsewhere. */
export const claimLinkDays = 30
/** What the coupon page asks for at a time. */
export const couponPageSize = 10
/** Expired coupons stay in the list for this long. */
export const expiredKeptDays = 30

/** Returns the whole days until a claim ends: 0 means that it ends within 24 hours. */
export function countDaysLeft(expiresAt: Date | null, now: Date): number | null {
  return expiresAt ? Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / dayMs)) : null
}

export type ClaimState = { status: number; isReserved: boolean; startsAt: Date; expiresAt: Date | null }
export type ClaimProblem = 'coupon_used' | 'coupon_reserved' | 'coupon_expired' | 'coupon_not_started'

/** Why a code that somebody typed cannot be used for an order, beside what the order lacks. */
export const codeProblems = {
  unknown: msg('This code is not valid. Please check it.'),
  coupon_used: msg('This coupon has been used'),
  coupon_reserved: msg('This coupon is reserved for another order'),
  coupon_expired: msg('This coupon has expired'),
  coupon_not_started: msg('This coupon cannot be used yet'),
  coupon_new_only: msg('This coupon is for a first order from a confirmed email address'),
  coupons_gone: msg('The coupons have been snapped up'),
  not_eligible: msg('Sorry, you are not eligible for the coupon'),
} as const
export type CodeProblem = keyof typeof codeProblems

/** The longest code that can be typed: staff's codes are shorter. */
export const codeMaxLength = 40

type CodeAnswer = {
  code: string
  problem: CodeProblem | null
  use_condition_txt: string
  /** What the order lacks; the price only where money's worth is missing. */
  missing: { kind: 'product' | 'amount'; price: string | null } | null
}

/** Says why a typed code does not lower this order, or returns null when it does. */
export function explainCode(
  { problem, use_condition_txt: condition, missing }: CodeAnswer,
  t: Translate,
): string | null {
  if (problem) return t(codeProblems[problem])
  if (!missing) return null
  if (missing.kind === 'product') {
    return [condition && t(condition), t('Nothing in this order is what it is for')].filter(Boolean).join(': ')
  }
  const price = missing.price ?? ''
  return condition
    ? `${t(condition)}: ${t('{price} more', { price })}`
    : t('{price} more and it can be used', { price })
}

/** The label of a coupon that cannot be used. */
export const problemLabels: Record<ClaimProblem, string> = {
  coupon_used: msg('Used-1'),
  coupon_reserved: msg('Reserved'),
  coupon_expired: msg('Expired-1'),
  coupon_not_started: msg('Unavailable'),
}

/** Why a claim cannot be used now, or null. */
export function findClaimProblem(claim: ClaimState, now: Date): ClaimProblem | null {
  if (claim.status === couponStatus.used) return 'coupon_used'
  if (claim.isReserved) return 'coupon_reserved'
  if (claim.expiresAt && claim.expiresAt <= now) return 'coupon_expired'
  return claim.startsAt > now ? 'coupon_not_started' : null
}

/** Why an order cannot use a claim: what was claimed for new shoppers is for those who have proved to be, and order first. */
export function findUseProblem(
  claim: ClaimState & { isForNew: boolean },
  isNew: boolean,
  now: Date,
): ClaimProblem | 'coupon_new_only' | null {
  return findClaimProblem(claim, now) ?? (claim.isForNew && !isNew ? 'coupon_new_only' : null)
}

type HeldClaim = { status: number; orderId: string | null }

/**
 * An account and a guest of the same address both hold a coupon, and one shopper holds it once: which claim stays with
 * the account. The other is given up only if no order knows it.
 */
export function chooseClaim(own: HeldClaim, guest: HeldClaim): { keep: 'own' | 'guest'; givesUpOther: boolean } {
  const rank = ({ status, orderId }: HeldClaim) => (status === couponStatus.used ? 2 : orderId ? 1 : 0)
  const keep = rank(guest) > rank(own) && own.orderId === null ? 'guest' : 'own'
  const other = keep === 'own' ? guest : own
  return { keep, givesUpOther: other.orderId === null }
}
