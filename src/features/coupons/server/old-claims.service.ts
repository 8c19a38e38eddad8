import { lt, sql } from 'drizzle-orm'
import { dayMs } from '#contract/times.ts'
import { subscribers } from '#features/account/server/account.tables.ts'
import { pruneRows } from '#server/prune.ts'
import type { Shop } from '#server/shop.ts'
import { couponClaims, coupons } from './coupons.tables.ts'

/**
 * Forgets claims that ran out unused, and addresses that unsubscribed. A shopper's claim stays until
 * the coupon itself is over: without it they could claim once more.
 */
export async function removeOldClaims(shop: Shop): Promise<number> {
  const { clock, bounds } = shop
  const before = (days: number) => new Date(clock.now().getTime() - days * dayMs)
  const isUnused = sql`status = 1 and order_id is null`
  const ofGuests = sql`customer_id is null and (expires_at < ${before(bounds.unusedClaimDays)} or expires_at is null and claimed_at < ${before(bounds.eventDays)})`
  const ofEnded = sql`expires_at < ${before(bounds.unusedClaimDays)} and coupon_id in (select id from ${coupons} where ends_at < ${before(bounds.unusedClaimDays)})`
  const claims = await pruneRows(shop, couponClaims, sql`${isUnused} and (${ofGuests} or ${ofEnded})`)
  const left = await pruneRows(shop, subscribers, lt(subscribers.unsubscribedAt, before(bounds.unsubscribedDays)))
  return claims + left
}
