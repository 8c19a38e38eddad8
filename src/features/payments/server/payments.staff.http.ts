import { findOrder } from '#features/orders/server/orders.staff.service.ts'
import { handleOrderCommand } from '#features/orders/server/run-order-command.ts'
import { handleStaff, type StaffHandler } from '#server/staff-http.ts'
import * as calls from '../payments.staff.contract.ts'
import { allowsRefund, previewPart, refundPart } from './part-refunds.service.ts'
import * as staff from './payments.staff.service.ts'

export const paymentStaffHandlers: StaffHandler[] = [
  handleOrderCommand(calls.markPaid, (shop, order, { method, reference }) =>
    staff.confirmByHand(shop, order, { method, reference }),
  ),
  handleOrderCommand(calls.refundOrder, (shop, { id: orderId }, { lines, shipping, reason }, { refundLimit }) =>
    refundPart(shop, { orderId, lines, hasShipping: shipping, reason, allows: allowsRefund(shop, refundLimit) }),
  ),
  handleStaff(calls.previewRefund, async ({ shop, input, asker }) =>
    previewPart(shop, await findOrder(shop.db, input.no), {
      lines: readLines(input.lines),
      hasShipping: input.shipping !== undefined,
      refundLimit: asker.refundLimit,
    }),
  ),
  handleStaff(calls.listRefunds, ({ shop, input }) => staff.listRefunds(shop, input)),
  handleStaff(calls.getRefund, ({ shop, input }) => staff.readRefund(shop, input.id)),
  handleStaff(
    calls.retryRefund,
    async ({ shop, input, asker }) => {
      await staff.retryRefund({ ...shop, by: asker.name }, input.id)
      return staff.readRefund(shop, input.id)
    },
    { thing: ({ shop, input }) => staff.readRefund(shop, input.id) },
  ),
  handleStaff(
    calls.settleRefund,
    async ({ shop, input, asker }) => {
      await staff.settleByHand({ ...shop, by: asker.name }, input)
      return staff.readRefund(shop, input.id)
    },
    { thing: ({ shop, input }) => staff.readRefund(shop, input.id) },
  ),
]

function readLines(lines: string | undefined): { id: string; amount?: number }[] {
  return (lines?.split(',') ?? []).map((line) => {
    const [id = '', amount] = line.split(':')
    return { id, ...(amount !== undefined && { amount: Number(amount) }) }
  })
}
