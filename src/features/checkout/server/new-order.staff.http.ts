import { toOrderAuditView } from '#features/orders/server/commands/run-order-command.ts'
import { readOrder } from '#features/orders/server/queries/read-order.staff.service.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import * as calls from '../new-order.staff.contract.ts'
import { createOrder, findItems, quoteNewOrder } from './new-order.staff.service.ts'

export const newOrderStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listOrderItems, ({ shop, input }) => findItems(shop, input)),
  handleStaff(calls.quoteOrder, ({ shop, input, actor }) => quoteNewOrder(shop, actor, input)),
  handleStaff(
    calls.createOrder,
    async ({ shop, input, actor }) => readOrder(shop, await createOrder(shop, actor, input)),
    { auditView: toOrderAuditView },
  ),
]
