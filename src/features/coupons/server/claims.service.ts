import { and, eq, gt, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { convertAmount, type Exchange } from '#features/settings/conversion.rules.ts'
import { readCurrencies } from '#features/settings/server/currencies.service.ts'
import type { Database } from '#server/database/database.ts'
import { refuse } from '#server/http/refuse.ts'
import {
  type CouponLine,
  type CouponTerms,
  chooseClaim,
  computeDiscount,
  couponStatus,
  findUseProblem,
  isCouponLine,
} from '../coupons.rules.ts'
import { claimLinks, couponClaims, couponLinks, coupons, couponWidgets, subscribers } from './coupons.tables.ts'

/** An order that wants to use a claim. Amounts are in the order's currency. */
export type ClaimUse = {
  claimId: string
  customerId: string | null
  email: string
  orderId: string
  currency: string
  lines: (CouponLine & { lineRef: string })[]
  shippingAmount: number
  /**
   * True for a new shopper with a verified email address. Coupons for new shoppers can only be used if this is true.
   */
  isNew: boolean
  now: Date
}

export type ReservedClaim = {
  code: string
  discountAmount: number
  shippingDiscountAmount: number
  /** The lines to which the discount applies. */
  lineRefs: string[]
}

/** Reserves a claim for an order until the order is paid or canceled. Returns the discount. */
export async function reserveClaim(tx: Database, use: ClaimUse): Promise<ReservedClaim> {
  const [claim] = await tx.select().from(couponClaims).where(eq(couponClaims.id, use.claimId)).for('update')
  // Another shopper's claim gets the same error as a missing claim. A guest's claim belongs to the email address, never
  // to an account.
  const isMine = claim && (claim.customerId ?? claim.email) === (use.customerId ?? use.email)
  if (!claim || !isMine) throw refuse('not_found')
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, claim.couponId))
  if (!coupon) throw refuse('not_found')
  const [offered] = await tx
    .select({ isForNew: isForNewShoppers() })
    .from(couponLinks)
    .innerJoin(couponWidgets, eq(couponWidgets.id, couponLinks.widgetId))
    .where(eq(couponLinks.id, claim.linkId ?? 0))
  const isForNew = offered?.isForNew ?? false
  const { status, expiresAt, orderId } = claim
  const state = { status, expiresAt, isReserved: orderId !== null, startsAt: coupon.startsAt, isForNew }
  const problem = findUseProblem(state, use.isNew, use.now)
  if (problem) throw refuse(problem)
  const terms = convertTerms(coupon, use.currency, await readCurrencies(tx))
  const discount = computeDiscount(terms, use.lines, use.shippingAmount, payStepOf(use.currency))
  if (!discount) throw refuse('coupon_not_met')
  await tx.update(couponClaims).set({ orderId: use.orderId }).where(eq(couponClaims.id, claim.id))
  const lineRefs = use.lines.filter((line) => isCouponLine(terms, line)).map((line) => line.lineRef)
  return { code: coupon.code, ...discount, lineRefs }
}

export async function markClaimUsed(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ status: couponStatus.used, usedAt: now })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, couponStatus.unused)))
}

/** Releases the claim of an order that was canceled before payment. */
export async function releaseClaim(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ orderId: null })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, couponStatus.unused)))
}

/** An email address of guests, and the time from which their claims are included. */
export type GuestScope = { email: string | SQL | Placeholder; since: Date | SQL | null }

/** Condition on `coupon_claims`: claims by guests with this email address since the given time. */
export function isGuestClaim({ email, since }: GuestScope): SQL | undefined {
  return and(
    eq(couponClaims.email, email),
    isNull(couponClaims.customerId),
    since ? gt(couponClaims.claimedAt, since) : undefined,
  )
}

type GuestToJoin = { customerId: string; email: string; since?: Date | null; limit?: number }

/** Moves a guest's claims to the customer with that email address. Duplicate claims of a coupon are merged. */
export async function joinGuestClaims(
  tx: Database,
  { customerId, email, since = null, limit = 100 }: GuestToJoin,
): Promise<number> {
  const guests = await tx
    .select()
    .from(couponClaims)
    .where(isGuestClaim({ email, since }))
    .orderBy(couponClaims.couponId, couponClaims.claimedAt, couponClaims.id)
    .limit(limit)
    .for('update')
  if (guests.length === 0) return 0
  const couponIds = guests.map((claim) => claim.couponId)
  const ownClaims = await tx
    .select()
    .from(couponClaims)
    .where(and(eq(couponClaims.customerId, customerId), inArray(couponClaims.couponId, couponIds)))
    .orderBy(couponClaims.couponId)
    .for('update')
  const held = new Map(ownClaims.map((claim) => [claim.couponId, claim]))
  for (const guest of guests) {
    const own = held.get(guest.couponId)
    const { keep, discardsOther } = own ? chooseClaim(own, guest) : { keep: 'guest', discardsOther: false }
    const other = keep === 'own' ? guest : own
    if (other && discardsOther) await discardClaim(tx, other)
    if (keep !== 'guest') continue
    await tx.update(couponClaims).set({ customerId }).where(eq(couponClaims.id, guest.id))
    held.set(guest.couponId, { ...guest, customerId })
  }
  return guests.length
}

async function discardClaim(tx: Database, claim: { id: string; couponId: number }): Promise<void> {
  await tx.delete(couponClaims).where(eq(couponClaims.id, claim.id))
  await tx
    .update(coupons)
    .set({ stockClaimed: sql`${coupons.stockClaimed} - 1` })
    .where(eq(coupons.id, claim.couponId))
}

/** Converts the coupon's amounts to the currency of the order. */
export function convertTerms(
  coupon: CouponTerms & { currency: string },
  currency: string,
  known: ReadonlyMap<string, Exchange>,
): CouponTerms {
  if (coupon.currency === currency) return coupon
  const [from, to] = [known.get(coupon.currency), known.get(currency)]
  if (!from || !to) throw new Error(`No exchange rate for ${from ? currency : coupon.currency}`)
  const convert = (amount: number | null) => (amount === null ? null : convertAmount(amount, from, to))
  return {
    couponType: coupon.couponType,
    discountPercent: coupon.discountPercent,
    conditions: coupon.conditions,
    discountAmount: convert(coupon.discountAmount),
    maximumAmount: convert(coupon.maximumAmount),
    minimumAmount: convertAmount(coupon.minimumAmount, from, to),
  }
}

/** Condition for coupons offered to new users. The user group is enforced again when the coupon is used. */
export function isForNewShoppers(): SQL<boolean> {
  return sql<boolean>`coalesce(${couponWidgets.userGroup} = 2, false)`
}

/**
 * Erases a shopper's email address from claims. The claims themselves stay, because totals include them. Links and the
 * subscription are deleted.
 */
export async function eraseClaims(
  tx: Database,
  { customerId, email, erasedEmail }: { customerId: string; email: string; erasedEmail: string },
): Promise<void> {
  const isGuests = and(isNull(couponClaims.customerId), eq(couponClaims.email, email))
  // Claims with an order stay, because the bill contains the claimed coupon. Claims without an order are deleted.
  await tx.delete(couponClaims).where(and(isGuests, isNull(couponClaims.orderId)))
  await tx
    .update(couponClaims)
    .set({ email: erasedEmail })
    .where(or(eq(couponClaims.customerId, customerId), isGuests))
  await tx.delete(claimLinks).where(eq(claimLinks.email, email))
  await tx.delete(subscribers).where(eq(subscribers.email, email))
}
