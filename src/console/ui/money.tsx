import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { showMoney } from './money.rules.ts'

/** Written from left to right whatever stands around it. */
export function Money({ of }: { of: StaffMoney }) {
  return <bdi dir="ltr">{showMoney(of)}</bdi>
}
