import { lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import type { Shop } from '#server/shop.ts'
import { removeRows } from '#server/work-through.ts'
import { couponStatus } from '../coupons.rules.ts'
import { couponClaims, coupons, subscribers } from './coupons.tables.ts'

/**
 * Forgets claims that ran out unused, and addresses that unsubscribed. A shopper's claim stays until
 * the coupon itself is over: without it they could claim once more.
 */
export async function removeOldClaims(shop: Shop): Promise<number> {
  const { clock, bounds } = shop
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const isUnused = sql`status = ${couponStatus.unused} and order_id is null`.inlineParams()
  const ofGuests = sql`customer_id is null and (expires_at < ${before(bounds.unusedClaimDays)} or expires_at is null and claimed_at < ${before(bounds.eventDays)})`
  const ofEnded = sql`expires_at < ${before(bounds.unusedClaimDays)} and coupon_id in (select id from ${coupons} where ends_at < ${before(bounds.unusedClaimDays)})`
  const timer = 'removeOldClaims'
  const due = sql`${isUnused} and (${ofGuests} or ${ofEnded})`
  const claims = await removeRows(shop, timer, { table: couponClaims, id: couponClaims.id, due })
  const hasLeft = lt(subscribers.unsubscribedAt, before(bounds.unsubscribedDays))
  const left = await removeRows(shop, timer, { table: subscribers, id: subscribers.email, due: hasLeft })
  return claims + left
}
