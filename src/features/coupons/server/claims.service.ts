import { and, eq, gt, inArray, isNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { payStepOf } from '#contract/money/currency-units.ts'
import { convertAmount, type Exchange } from '#features/catalogue/prices.rules.ts'
import { readCurrencies } from '#features/catalogue/server/products/product.service.ts'
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
  /** Whether the shopper is new and has proved the address: what is for new shoppers is for those only. */
  isNew: boolean
  now: Date
}

export type ReservedClaim = {
  code: string
  discountAmount: number
  shippingDiscountAmount: number
  /** The lines that the discount is for. */
  lineRefs: string[]
}

/** Ties a claim to an order until it is paid or cancelled, and says what it takes off. */
export async function reserveClaim(tx: Database, use: ClaimUse): Promise<ReservedClaim> {
  const [claim] = await tx.select().from(couponClaims).where(eq(couponClaims.id, use.claimId)).for('update')
  // Somebody else's claim answers the same as none. A guest's claim is its address's, never an account's.
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

/** The order is paid: its coupon is used up. */
export async function markClaimUsed(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ status: couponStatus.used, usedAt: now })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, couponStatus.unused)))
}

/** The order was cancelled before it was paid: its coupon can be used again. */
export async function releaseClaim(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ orderId: null })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, couponStatus.unused)))
}

/** An address that guests named, and since when what they did with it counts. */
export type GuestWork = { email: string | SQL | Placeholder; since: Date | SQL | null }

/** What guests claimed with an address after a moment, for a condition on `coupon_claims`. */
export function isGuestClaim({ email, since }: GuestWork): SQL | undefined {
  return and(
    eq(couponClaims.email, email),
    isNull(couponClaims.customerId),
    since ? gt(couponClaims.claimedAt, since) : undefined,
  )
}

type GuestProof = { customerId: string; email: string; since?: Date | null; limit?: number }

/** A guest's claims move to the owner of the address; a coupon that is held twice then is held once. */
export async function joinGuestClaims(
  tx: Database,
  { customerId, email, since = null, limit = 100 }: GuestProof,
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
  const owns = await tx
    .select()
    .from(couponClaims)
    .where(and(eq(couponClaims.customerId, customerId), inArray(couponClaims.couponId, couponIds)))
    .orderBy(couponClaims.couponId)
    .for('update')
  const held = new Map(owns.map((claim) => [claim.couponId, claim]))
  for (const guest of guests) {
    const own = held.get(guest.couponId)
    const { keep, givesUpOther } = own ? chooseClaim(own, guest) : { keep: 'guest', givesUpOther: false }
    const other = keep === 'own' ? guest : own
    if (other && givesUpOther) await giveUpClaim(tx, other)
    if (keep !== 'guest') continue
    await tx.update(couponClaims).set({ customerId }).where(eq(couponClaims.id, guest.id))
    held.set(guest.couponId, { ...guest, customerId })
  }
  return guests.length
}

async function giveUpClaim(tx: Database, claim: { id: string; couponId: number }): Promise<void> {
  await tx.delete(couponClaims).where(eq(couponClaims.id, claim.id))
  await tx
    .update(coupons)
    .set({ stockClaimed: sql`${coupons.stockClaimed} - 1` })
    .where(eq(coupons.id, claim.couponId))
}

/** The coupon's amounts in the currency of the order. */
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

/** A coupon from a widget for new users is for them when it is used, too. */
export function isForNewShoppers(): SQL<boolean> {
  return sql<boolean>`coalesce(${couponWidgets.userGroup} = 2, false)`
}

/** Somebody is forgotten: claims keep their count without the address; links and the subscription go. */
export async function eraseClaims(
  tx: Database,
  { customerId, email, erasedEmail }: { customerId: string; email: string; erasedEmail: string },
): Promise<void> {
  const isGuests = and(isNull(couponClaims.customerId), eq(couponClaims.email, email))
  // What an order used is part of its bill; what was never used is nobody's any more.
  await tx.delete(couponClaims).where(and(isGuests, isNull(couponClaims.orderId)))
  await tx
    .update(couponClaims)
    .set({ email: erasedEmail })
    .where(or(eq(couponClaims.customerId, customerId), isGuests))
  await tx.delete(claimLinks).where(eq(claimLinks.email, email))
  await tx.delete(subscribers).where(eq(subscribers.email, email))
}
