import { loadAll } from '#console/data/load-all.ts'
import type { MakeStaffCall } from '#contract/calls/staff-call.ts'
import { getStaffCoupon, listStaffCoupons } from '#features/coupons/coupons.staff.contract.ts'

/** Returns all coupons that a widget can offer, and the coupons that the widget already offers, however old. */
export async function loadCoupons(load: MakeStaffCall, codes: readonly string[]) {
  const coupons = await loadAll(load, listStaffCoupons, {})
  const others = codes.filter((code) => !coupons.some((one) => one.code === code))
  const older = await Promise.all(others.map((id) => load(getStaffCoupon, { id })))
  return [...coupons, ...older.map(({ data }) => data)]
}
