import type { StaffCall } from '#contract/calls/staff-call.ts'
import { nameStaffCall } from '../../staff-contracts.ts'
import { goodsExamples } from './goods.ts'
import { ordersExamples } from './orders.ts'
import { peopleExamples } from './people.ts'
import { shopExamples } from './shop.ts'

/** Examples of calls whose contracts have no example or an incomplete example. */
export const statedExamples = { ...goodsExamples, ...ordersExamples, ...peopleExamples, ...shopExamples }

/** Returns the input that the reference shows for a call. */
export function findStaffExample(call: StaffCall): Record<string, unknown> {
  return { ...statedExamples[nameStaffCall(call).name], ...call.example?.input }
}
