import type { ConsoleContext } from '#console/shell/console-context.ts'
import { allowsScope } from '#contract/calls/scopes.ts'
import type { MakeStaffCall, StaffOutput } from '#contract/calls/staff-call.ts'
import { listCouponUses, type StaffCoupon } from '#features/coupons/coupons.staff.contract.ts'
import { type CouponSales, getCouponSales } from '#features/dashboard/figures.staff.contract.ts'

export type CouponUse = Omit<StaffOutput<typeof listCouponUses>['uses'][number], 'code'>
export type CouponRow = StaffCoupon & CouponUse

/** Adds the number of uses to a page of coupons with a single call. */
export async function addUses(call: MakeStaffCall, rows: StaffCoupon[]): Promise<CouponRow[]> {
  if (rows.length === 0) return []
  const { data } = await call(listCouponUses, { codes: rows.map(({ code }) => code).join() })
  const byCode = new Map(data.uses.map(({ code, ...use }) => [code, use]))
  return rows.map((row) => ({ ...row, ...(byCode.get(row.code) ?? { used: 0, by_day: [] }) }))
}

/**
 * Returns revenue and discount of recent orders that used the coupon. Returns null for members who may not see orders.
 */
export async function loadSales({ load, me }: ConsoleContext, code: string): Promise<CouponSales | null> {
  if (!me || !allowsScope(me.scopes, 'orders:read')) return null
  return (await load(getCouponSales, { id: code })).data
}
