import { and, asc, count, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import { toPagination } from '#contract/calls/fields.ts'
import { type CurrencyStyle, type PriceStyle, toWirePrice } from '#contract/money/money.ts'
import { isSafeLink } from '#contract/text/links.ts'
import { dayMs, toWireTime } from '#contract/times/times.ts'
import { readCurrencyStyles } from '#features/settings/server/settings.service.ts'
import { homeLink } from '#links/catalogue.links.ts'
import type { Database } from '#server/database/database.ts'
import { prepareOnce } from '#server/database/prepare-once.ts'
import type { Shop } from '#server/shop.ts'
import type { Coupon } from '../coupons.contract.ts'
import {
  type CouponLine,
  countDaysLeft,
  couponStatus,
  expiredShownDays,
  findClaimProblem,
  findMissing,
} from '../coupons.rules.ts'
import { readCouponTexts, translateCoupon } from './coupon-texts.service.ts'
import { couponClaims, coupons } from './coupons.tables.ts'
import { toDiscountValue, toSymbols } from './discount-text.ts'

/** The lines of the current cart in the currency of each coupon. */
type CartLines = ReadonlyMap<string, CouponLine[]>
type ListInput = { status: number; page: number; limit: number; language: string }
type Customer = { customerId: string; email: string; isVerified: boolean }

/** Returns the unused coupons of a shopper with usable coupons first, or the used coupons of the shopper. */
export async function listCoupons(shop: Shop, actor: Customer, { status, page, limit, language }: ListInput) {
  const { db, clock, hooks } = shop
  const now = clock.now()
  const { customerId } = actor
  const parameters = { customerId, now, oldest: new Date(now.getTime() - expiredShownDays * dayMs) }
  const { used, unused, counted } = queries(db)
  const listed = status === couponStatus.used ? used : unused
  const rows = await listed.execute({ ...parameters, limit, offset: (page - 1) * limit })
  // A page without rows has no row with the totals.
  const totals = rows[0]?.totals ??
    (await counted.execute(parameters))[0] ?? { used_total: 0, unused_total: 0, unused_listed: 0 }
  const styles = await readCurrencyStyles(db)
  const texts = await readCouponTexts(
    db,
    language,
    rows.map(({ coupon }) => coupon.id),
  )
  const couponCurrencies = new Set(rows.map(({ coupon }) => coupon.currency))
  const lines: CartLines =
    status === couponStatus.unused ? await hooks.priceCart(shop, actor, couponCurrencies) : new Map()
  return {
    data: rows.map(({ claim, coupon }) => {
      const translated = { claim, coupon: translateCoupon(coupon, texts.get(coupon.id)) }
      return toWire(translated, { ...findStyle(styles, coupon.currency), language }, lines, now)
    }),
    meta: {
      pagination: toPagination(page, limit, status === couponStatus.unused ? totals.unused_listed : totals.used_total),
      extend: { used_total: totals.used_total, unused_total: totals.unused_total },
    },
  }
}

const queries = prepareOnce((db) => {
  const customerId = sql.placeholder('customerId')
  const isOwnedClaim = eq(couponClaims.customerId, customerId)
  const countOf = (status: number) => {
    const claims = db.select({ claims: count() }).from(couponClaims)
    return sql`(${claims.where(and(isOwnedClaim, isListed(status)))})`.mapWith(Number)
  }
  const usable = db
    .select({ claims: count() })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
  const isUnused = eq(couponClaims.status, couponStatus.unused)
  const totals = {
    used_total: countOf(couponStatus.used),
    // The tab shows the number of usable coupons. The list also contains coupons that are reserved, not started or
    // recently expired.
    unused_total: sql`(${usable.where(and(isOwnedClaim, isUnused, isUsable))})`.mapWith(Number),
    unused_listed: countOf(couponStatus.unused),
  }
  const page = (status: number) =>
    selectClaims(db, totals, and(isOwnedClaim, isListed(status)))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
  return {
    used: page(couponStatus.used).prepare('claims_used'),
    unused: page(couponStatus.unused).prepare('claims_unused'),
    counted: db.select(totals).from(sql`(select) nothing`).prepare('claims_counted'),
  }
})

/** Condition for listed claims. Claims that expired long ago are left out. Every total uses the same condition. */
function isListed(status: number): SQL | undefined {
  if (status === couponStatus.used) return eq(couponClaims.status, couponStatus.used)
  return and(
    eq(couponClaims.status, couponStatus.unused),
    or(isNull(couponClaims.expiresAt), gt(couponClaims.expiresAt, sql.placeholder('oldest'))),
  )
}

const couponColumns = {
  id: coupons.id,
  code: coupons.code,
  couponType: coupons.couponType,
  discountAmount: coupons.discountAmount,
  discountPercent: coupons.discountPercent,
  maximumAmount: coupons.maximumAmount,
  minimumAmount: coupons.minimumAmount,
  currency: coupons.currency,
  conditions: coupons.conditions,
  useConditionTxt: coupons.useConditionTxt,
  object: coupons.object,
  jumpUrl: coupons.jumpUrl,
  linkName: coupons.linkName,
  startsAt: coupons.startsAt,
}

type Totals = { used_total: SQL<number>; unused_total: SQL<number>; unused_listed: SQL<number> }

const isUsable = sql`(${couponClaims.orderId} is null and ${lte(coupons.startsAt, sql.placeholder('now'))}
  and coalesce(${gt(couponClaims.expiresAt, sql.placeholder('now'))}, true))`

function selectClaims(db: Database, totals: Totals, where: SQL | undefined) {
  const { id, status, expiresAt, orderId } = couponClaims
  return db
    .select({ claim: { id, status, expiresAt, orderId }, coupon: couponColumns, totals })
    .from(couponClaims)
    .innerJoin(coupons, eq(coupons.id, couponClaims.couponId))
    .where(where)
    .orderBy(
      desc(isUsable),
      // The coupon that ends first should be used first.
      sql`case when ${isUsable} then ${couponClaims.expiresAt} end asc nulls last`,
      sql`${couponClaims.usedAt} desc nulls last`,
      // Among coupons that cannot be used now, those that may become usable precede ended coupons.
      sql`${couponClaims.expiresAt} desc nulls first`,
      desc(couponClaims.claimedAt),
      asc(couponClaims.id),
    )
}

type ClaimRow = Awaited<ReturnType<typeof selectClaims>>[number]

function findStyle(styles: Map<string, CurrencyStyle>, currency: string): CurrencyStyle {
  const style = styles.get(currency)
  if (!style) throw new Error(`There is no currency ${currency}`)
  return style
}

function toWire(
  { claim, coupon }: Pick<ClaimRow, 'claim' | 'coupon'>,
  style: PriceStyle,
  lines: CartLines,
  now: Date,
): Coupon {
  const { status, expiresAt, orderId } = claim
  const problem = findClaimProblem({ status, expiresAt, isReserved: orderId !== null, startsAt: coupon.startsAt }, now)
  const cart = lines.get(coupon.currency) ?? []
  const missingPart = problem ? null : findMissing(coupon, cart)
  // An empty cart contains no eligible product, so a missing product is not reported.
  const missing = missingPart?.kind === 'product' && cart.length === 0 ? null : missingPart
  return {
    id: claim.id,
    code: coupon.code,
    coupon_type: coupon.couponType,
    discount: toDiscountValue(coupon, style.decimals),
    currency_code: coupon.currency,
    use_condition_txt: coupon.useConditionTxt,
    can_use: problem === null,
    date_start: toWireTime(coupon.startsAt),
    date_end: expiresAt ? toWireTime(expiresAt) : null,
    object: coupon.object,
    jump_url: isSafeLink(coupon.jumpUrl) ? coupon.jumpUrl : homeLink,
    link_name: coupon.linkName,
    ...toSymbols(style),
    block_reason: problem,
    days_left: problem ? null : countDaysLeft(expiresAt, now),
    missing: missing && {
      kind: missing.kind,
      price: missing.kind === 'amount' ? toWirePrice(missing.amount, style).price : null,
    },
  }
}
