import { and, eq, type SQL } from 'drizzle-orm'
import type { CurrencyStyle } from '#contract/money/money.ts'
import { currencyStyle } from '#features/settings/server/settings.service.ts'
import { currencies } from '#features/settings/server/settings.tables.ts'
import type { Database } from '#server/database/database.ts'
import { findEligibilityProblem, userGroup } from '../coupon-widget.rules.ts'
import { type CodeProblem, couponStatus, findExpiry } from '../coupons.rules.ts'
import { claimCoupon, type Holder } from './bind.service.ts'
import { couponClaims, couponLinks, coupons, couponWidgets } from './coupons.tables.ts'

export type TypedCoupon = {
  coupon: typeof coupons.$inferSelect
  style: CurrencyStyle
  /** The shopper's claim. Null before the first claim. */
  claim: typeof couponClaims.$inferSelect | null
  /** The link of the offer that determines the user group. */
  linkId: number | null
  isForNew: boolean
  expiresAt: Date | null
  problem: Exclude<CodeProblem, 'unknown'> | null
}

type TypedCodeQuery = {
  code: string
  /** Condition for the shopper's claims. */
  isMine: SQL | undefined
  /** Returns whether the shopper is new, based on verified data. */
  isNew: () => Promise<boolean>
  now: Date
}

/**
 * Finds a coupon by its typed code. Returns null for unknown, ended and paused coupons alike. A coupon offered only to
 * one user group stays limited to that group.
 */
export async function findTypedCoupon(
  db: Database,
  { code, isMine, isNew, now }: TypedCodeQuery,
): Promise<TypedCoupon | null> {
  const [found] = await db
    .select({ coupon: coupons, style: currencyStyle })
    .from(coupons)
    .innerJoin(currencies, eq(currencies.code, coupons.currency))
    .where(eq(coupons.code, code.trim().toUpperCase()))
  if (!found) return null
  const { coupon, style } = found
  const [claim = null] = await db
    .select()
    .from(couponClaims)
    .where(and(eq(couponClaims.couponId, coupon.id), isMine))
    // A shopper may have a used claim and, from another browser, an unused claim of the same coupon.
    .orderBy(couponClaims.status)
    .limit(1)
  if (claim) {
    const isUsed = claim.status === couponStatus.used
    const { linkId, expiresAt } = claim
    const problem = isUsed ? 'coupon_used' : null
    return {
      coupon,
      style,
      claim,
      linkId,
      expiresAt,
      problem,
      isForNew: (await readGroup(db, linkId)) === userGroup.newUsers,
    }
  }
  if (!coupon.isActive || coupon.isPaused) return null
  const offer = await findOffer(db, coupon.id)
  const expiresAt = findExpiry(coupon, now)
  const base = {
    coupon,
    style,
    claim,
    expiresAt,
    linkId: offer?.linkId ?? null,
    isForNew: offer?.group === userGroup.newUsers,
  }
  const isGone = coupon.stockTotal !== null && coupon.stockClaimed >= coupon.stockTotal
  if (coupon.endsAt && coupon.endsAt <= now) return { ...base, problem: 'coupon_expired' }
  if (isGone) return { ...base, problem: 'coupons_gone' }
  const isForKnown = offer?.group === userGroup.knownUsers
  return { ...base, problem: isForKnown && findEligibilityProblem(offer.group, await isNew()) ? 'not_eligible' : null }
}

async function readGroup(db: Database, linkId: number | null): Promise<number | null> {
  if (linkId === null) return null
  const [found] = await selectOffers(db).where(eq(couponLinks.id, linkId))
  return found?.group ?? null
}

/**
 * Returns the offer of a coupon with the widest user group. A coupon that is offered to everybody, or not offered at
 * all, can be used by anyone who knows its code.
 */
async function findOffer(db: Database, couponId: number): Promise<{ linkId: number; group: number } | null> {
  const offers = await selectOffers(db).where(eq(couponLinks.couponId, couponId))
  return offers.find(({ group }) => group === userGroup.everybody) ?? offers[0] ?? null
}

const selectOffers = (db: Database) =>
  db
    .select({ linkId: couponLinks.id, group: couponWidgets.userGroup })
    .from(couponLinks)
    .innerJoin(couponWidgets, eq(couponWidgets.id, couponLinks.widgetId))

/** Claims a typed coupon during checkout. Returns the id of the claim, or null if the coupon is out of stock. */
export async function claimTypedCoupon(
  tx: Database,
  { coupon, claim, linkId }: TypedCoupon,
  { holder, isMine, now }: { holder: Holder; isMine: SQL | undefined; now: Date },
): Promise<string | null> {
  if (claim) return claim.id
  if (!(await claimCoupon(tx, { coupon, linkId, holder, now }))) return null
  const [made] = await tx
    .select({ id: couponClaims.id })
    .from(couponClaims)
    .where(and(eq(couponClaims.couponId, coupon.id), isMine))
    .limit(1)
  return made?.id ?? null
}
