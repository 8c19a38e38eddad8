import { sql } from 'drizzle-orm'
import type { StaffParsed } from '#contract/calls/staff-call.ts'
import { dayMs } from '#contract/times/times.ts'
import { maxUsesCounted, usedDays } from '#features/coupons/coupon-terms.staff.rules.ts'
import { findCoupon } from '#features/coupons/server/coupons.staff.service.ts'
import { couponClaims } from '#features/coupons/server/coupons.tables.ts'
import type { Shop } from '#server/shop.ts'
import type { CouponSales, getCouponSales } from '../figures.staff.contract.ts'

/** Returns the sales of a coupon's latest uses. The query reads the index of uses first, and then each order. */
export async function readCouponSales(
  { db, clock }: Shop,
  { id }: StaffParsed<typeof getCouponSales>,
): Promise<CouponSales> {
  const coupon = await findCoupon(db, id)
  const since = new Date(clock.now().getTime() - usedDays * dayMs)
  const { rows } = await db.execute<{ currency: string; orders: number; revenue: string; discount: string }>(sql`
    select o.currency, count(*)::int as orders, sum(o.total_amount)::text as revenue,
      sum(o.discount_amount)::text as discount
    from (
      select ${couponClaims.orderId} as order_id from ${couponClaims}
      where ${couponClaims.couponId} = ${coupon.id} and ${couponClaims.usedAt} >= ${since}
      order by ${couponClaims.usedAt} desc limit ${maxUsesCounted}) used
      join orders o on o.id = used.order_id
    where o.paid_at is not null group by o.currency order by 2 desc, 1`)
  const moneyOf = (name: 'revenue' | 'discount') =>
    rows.map((row) => ({ amount: Number(row[name]), currency: row.currency }))
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    revenue: moneyOf('revenue'),
    discount: moneyOf('discount'),
  }
}
