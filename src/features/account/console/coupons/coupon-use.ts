import type { ConsoleContext } from '#console/console-context.ts'
import { allowsScope } from '#contract/scopes.ts'
import { findPeriod } from '#features/figures/console/figures.rules.ts'
import { type Figures, getFigures } from '#features/figures/figures.staff.contract.ts'

export const usedDays = 30

/** Which coupons orders of the last days had, for those who may see orders. */
export async function loadCouponUse({ load, me, shop }: ConsoleContext): Promise<Figures['coupons'] | null> {
  if (!me || !allowsScope(new Set(me.scopes), 'orders:read')) return null
  const { data } = await load(getFigures, findPeriod(usedDays, Date.now(), shop.time_zone))
  return data.coupons
}
