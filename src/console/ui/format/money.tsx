import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { formatMoney } from './money.rules.ts'

/** Renders an amount, always left to right. */
export function Money({ of }: { of: StaffMoney }) {
  return <bdi dir="ltr">{formatMoney(of)}</bdi>
}
