import { floorToStep } from '#contract/money/currency-units.ts'
import { msg, type Translate } from '#contract/text/translate.ts'
import { dayMs } from '#contract/times/times.ts'

/** The status of a claim. */
export const couponStatus = { unused: 1, used: 2 } as const

/** The type of a coupon: a fixed amount, free shipping, or a percentage. Unknown values also mean a percentage. */
export const couponType = { fixed: 'F', freeShipping: 'S', percent: 'P' } as const

/** The discount of a coupon and its conditions, in minor units of one currency. */
export type CouponTerms = {
  /** One of `couponType`. */
  couponType: string
  discountAmount: number | null
  discountPercent: number | null
  /** The maximum discount. */
  maximumAmount: number | null
  minimumAmount: number
  /** Empty lists include every product. */
  conditions: { categoryCodes?: readonly string[]; productIds?: readonly number[] }
}

export type CouponLine = { productId: number; categoryCode: string; amount: number }

export type Discount = { discountAmount: number; shippingDiscountAmount: number }

function isForAll({ conditions }: Pick<CouponTerms, 'conditions'>): boolean {
  return (conditions.categoryCodes ?? []).length === 0 && (conditions.productIds ?? []).length === 0
}

/**
 * Returns whether a line is eligible for the coupon. A coupon limited to both products and categories accepts either.
 */
export function isCouponLine({ conditions }: Pick<CouponTerms, 'conditions'>, line: CouponLine): boolean {
  const { categoryCodes = [], productIds = [] } = conditions
  if (isForAll({ conditions })) return true
  return categoryCodes.includes(line.categoryCode) || productIds.includes(line.productId)
}

/** The part of the condition that the lines do not meet: nothing, an eligible product, or an amount of money. */
export type Missing = { kind: 'nothing' } | { kind: 'product' } | { kind: 'amount'; amount: number }

export function findMissing(terms: CouponTerms, lines: readonly CouponLine[]): Missing {
  const fitting = lines.filter((line) => isCouponLine(terms, line))
  // For an empty cart the whole minimum amount is missing. If the coupon is limited to certain products, a product is
  // missing.
  const lacksProduct = fitting.length === 0 && (lines.length > 0 || terms.minimumAmount === 0 || !isForAll(terms))
  if (lacksProduct) return { kind: 'product' }
  const short = terms.minimumAmount - sumAmounts(fitting)
  return short > 0 ? { kind: 'amount', amount: short } : { kind: 'nothing' }
}

/** Returns the discount, or null if the condition is not met. The discount never exceeds the lines it applies to. */
export function computeDiscount(
  terms: CouponTerms,
  lines: readonly CouponLine[],
  shippingAmount: number,
  /** The smallest step of a payable amount in the currency, in minor units. */
  step = 1,
): Discount | null {
  if (findMissing(terms, lines).kind !== 'nothing') return null
  const max = terms.maximumAmount ?? Number.POSITIVE_INFINITY
  if (terms.couponType === couponType.freeShipping) {
    return { discountAmount: 0, shippingDiscountAmount: floorToStep(Math.min(shippingAmount, max), step) }
  }
  const base = sumAmounts(lines.filter((line) => isCouponLine(terms, line)))
  const off =
    terms.couponType === couponType.fixed
      ? (terms.discountAmount ?? 0)
      : // Rounded down, so that the discount never exceeds the stated percentage.
        Math.floor((base * (terms.discountPercent ?? 0)) / 100)
  return { discountAmount: floorToStep(Math.min(off, max, base), step), shippingDiscountAmount: 0 }
}

function sumAmounts(lines: readonly CouponLine[]): number {
  return lines.reduce((sum, line) => sum + line.amount, 0)
}

/**
 * Returns the time at which a claim expires: the end of the coupon, or the end of `validDays` after the claim if that
 * is earlier. Null is shown as 'Indefinite'.
 */
export function findExpiry(coupon: { endsAt: Date | null; validDays: number | null }, claimedAt: Date): Date | null {
  const own = coupon.validDays === null ? null : new Date(claimedAt.getTime() + coupon.validDays * dayMs)
  if (!coupon.endsAt || !own) return coupon.endsAt ?? own
  return own < coupon.endsAt ? own : coupon.endsAt
}

/** The number of days for which the link in the claim mail opens a guest's claims. */
export const claimLinkDays = 30
/** The page size of the coupon page. */
export const couponPageSize = 10
/** The number of days for which an expired coupon remains in the list. */
export const expiredShownDays = 30

/** Returns the whole days until a claim ends. Zero means that the claim ends within 24 hours. */
export function countDaysLeft(expiresAt: Date | null, now: Date): number | null {
  return expiresAt ? Math.max(0, Math.floor((expiresAt.getTime() - now.getTime()) / dayMs)) : null
}

export type ClaimState = { status: number; isReserved: boolean; startsAt: Date; expiresAt: Date | null }
export type ClaimProblem = 'coupon_used' | 'coupon_reserved' | 'coupon_expired' | 'coupon_not_started'

/** The reasons why a typed code cannot be used, apart from an unmet condition. */
export const codeProblems = {
  unknown: msg('This code is not valid. Please check it.'),
  coupon_used: msg('This coupon has been used'),
  coupon_reserved: msg('This coupon is reserved for another order'),
  coupon_expired: msg('This coupon has expired'),
  coupon_not_started: msg('This coupon cannot be used yet'),
  coupon_new_only: msg('This coupon is only for a first order with a confirmed email address'),
  coupons_gone: msg('The coupons have been snapped up'),
  not_eligible: msg('Sorry, you are not eligible for the coupon'),
} as const
export type CodeProblem = keyof typeof codeProblems

/** The longest code that can be typed. Codes set by staff are shorter. */
export const codeMaxLength = 40

type CodeAnswer = {
  code: string
  problem: CodeProblem | null
  use_condition_txt: string
  /** The unmet part of the condition. The price is present only if an amount is missing. */
  missing: { kind: 'product' | 'amount'; price: string | null } | null
}

/** Explains why a typed code gives no discount. Returns null for a code that can be used. */
export function explainCode(
  { problem, use_condition_txt: condition, missing }: CodeAnswer,
  t: Translate,
): string | null {
  if (problem) return t(codeProblems[problem])
  if (!missing) return null
  if (missing.kind === 'product') {
    return [condition && t(condition), t('No item in this order qualifies')].filter(Boolean).join(': ')
  }
  const price = missing.price ?? ''
  return condition
    ? `${t(condition)}: ${t('{price} more', { price })}`
    : t('{price} more and it can be used', { price })
}

/** The labels of coupons that cannot be used. */
export const problemLabels: Record<ClaimProblem, string> = {
  coupon_used: msg('Used-1'),
  coupon_reserved: msg('Reserved'),
  coupon_expired: msg('Expired-1'),
  coupon_not_started: msg('Unavailable'),
}

/** Returns the reason why a claim cannot be used now, or null. */
export function findClaimProblem(claim: ClaimState, now: Date): ClaimProblem | null {
  if (claim.status === couponStatus.used) return 'coupon_used'
  if (claim.isReserved) return 'coupon_reserved'
  if (claim.expiresAt && claim.expiresAt <= now) return 'coupon_expired'
  return claim.startsAt > now ? 'coupon_not_started' : null
}

/**
 * Returns the reason why an order cannot use a claim, or null. Coupons for new shoppers require a verified shopper
 * without an earlier order.
 */
export function findUseProblem(
  claim: ClaimState & { isForNew: boolean },
  isNew: boolean,
  now: Date,
): ClaimProblem | 'coupon_new_only' | null {
  return findClaimProblem(claim, now) ?? (claim.isForNew && !isNew ? 'coupon_new_only' : null)
}

type HeldClaim = { status: number; orderId: string | null }

/**
 * Chooses which claim stays if an account and a guest with the same email address claimed the same coupon. The other
 * claim is discarded only if it has no order.
 */
export function chooseClaim(own: HeldClaim, guest: HeldClaim): { keep: 'own' | 'guest'; discardsOther: boolean } {
  const rank = ({ status, orderId }: HeldClaim) => (status === couponStatus.used ? 2 : orderId ? 1 : 0)
  const keep = rank(guest) > rank(own) && own.orderId === null ? 'guest' : 'own'
  const other = keep === 'own' ? guest : own
  return { keep, discardsOther: other.orderId === null }
}
