import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { convertAmount, type Exchange } from '#features/catalogue/prices.rules.ts'
import { currencies, currencyRates } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database.ts'
import { refuse } from '#server/refuse.ts'
import {
  type CouponLine,
  type CouponTerms,
  chooseClaim,
  computeDiscount,
  findClaimProblem,
  isCouponLine,
} from '../coupons.rules.ts'
import { couponClaims, coupons } from './coupons.tables.ts'

/** An order that wants to use a claim. Amounts are in the order's currency. */
export type ClaimUse = {
  claimId: string
  customerId: string | null
  email: string
  orderId: string
  currency: string
  lines: (CouponLine & { lineRef: string })[]
  shippingAmount: number
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
  const { status, expiresAt, orderId } = claim
  const problem = findClaimProblem(
    { status, expiresAt, isReserved: orderId !== null, startsAt: coupon.startsAt },
    use.now,
  )
  if (problem) throw refuse(problem)
  const terms = await convertTerms(tx, coupon, use.currency)
  const discount = computeDiscount(terms, use.lines, use.shippingAmount)
  if (!discount) throw refuse('coupon_not_met')
  await tx.update(couponClaims).set({ orderId: use.orderId }).where(eq(couponClaims.id, claim.id))
  const lineRefs = use.lines.filter((line) => isCouponLine(terms, line)).map((line) => line.lineRef)
  return { code: coupon.code, ...discount, lineRefs }
}

/** The order is paid: its coupon is used up. */
export async function useClaim(tx: Database, orderId: string, now: Date): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ status: 2, usedAt: now })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, 1)))
}

/** The order was cancelled before it was paid: its coupon can be used again. */
export async function releaseClaim(tx: Database, orderId: string): Promise<void> {
  await tx
    .update(couponClaims)
    .set({ orderId: null })
    .where(and(eq(couponClaims.orderId, orderId), eq(couponClaims.status, 1)))
}

/** A guest's claims move to the account whose address was just confirmed; a coupon held by both is then held once. */
export async function joinGuestClaims(
  tx: Database,
  { customerId, email }: { customerId: string; email: string },
): Promise<void> {
  const guests = await tx
    .select()
    .from(couponClaims)
    .where(and(eq(couponClaims.email, email), isNull(couponClaims.customerId)))
    .orderBy(couponClaims.couponId)
    .for('update')
  if (guests.length === 0) return
  const couponIds = guests.map((claim) => claim.couponId)
  const owns = await tx
    .select()
    .from(couponClaims)
    .where(and(eq(couponClaims.customerId, customerId), inArray(couponClaims.couponId, couponIds)))
    .orderBy(couponClaims.couponId)
    .for('update')
  for (const guest of guests) {
    const own = owns.find((claim) => claim.couponId === guest.couponId)
    const { keep, givesUpOther } = own ? chooseClaim(own, guest) : { keep: 'guest', givesUpOther: false }
    const other = keep === 'own' ? guest : own
    if (other && givesUpOther) await giveUpClaim(tx, other)
    if (keep === 'guest') await tx.update(couponClaims).set({ customerId }).where(eq(couponClaims.id, guest.id))
  }
}

async function giveUpClaim(tx: Database, claim: { id: string; couponId: number }): Promise<void> {
  await tx.delete(couponClaims).where(eq(couponClaims.id, claim.id))
  await tx
    .update(coupons)
    .set({ stockClaimed: sql`${coupons.stockClaimed} - 1` })
    .where(eq(coupons.id, claim.couponId))
}

/** The coupon's amounts in the currency of the order. */
export async function convertTerms(
  tx: Database,
  coupon: CouponTerms & { currency: string },
  currency: string,
): Promise<CouponTerms> {
  if (coupon.currency === currency) return coupon
  const rows = await tx
    .select({
      code: currencies.code,
      rate: currencyRates.rate,
      decimals: currencies.decimals,
      roundingAmount: currencies.roundingAmount,
    })
    .from(currencies)
    .innerJoin(currencyRates, eq(currencyRates.currency, currencies.code))
    .where(inArray(currencies.code, [coupon.currency, currency]))
  const find = (code: string): Exchange => {
    const found = rows.find((row) => row.code === code)
    if (!found) throw new Error(`No exchange rate for ${code}`)
    return found
  }
  const [from, to] = [find(coupon.currency), find(currency)]
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
