import { getPackingSlip, printPackingSlips } from '#features/orders/parcels.staff.contract.ts'
import { getReturnSlip } from '#features/returns/returns.staff.contract.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import { printPackingSlipsOf, printReturnSlip } from './print-slips.service.ts'

export const slipStaffHandlers: StaffHandler[] = [
  handleStaff(getPackingSlip, ({ shop, input }) => printPackingSlipsOf(shop, [input.no])),
  handleStaff(printPackingSlips, ({ shop, input }) => printPackingSlipsOf(shop, input.numbers)),
  handleStaff(getReturnSlip, ({ shop, input }) => printReturnSlip(shop, input.no)),
]
