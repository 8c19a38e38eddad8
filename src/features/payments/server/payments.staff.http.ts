import { canRefundPart } from '#features/orders/orders.staff.rules.ts'
import { handleOrderCommand } from '#features/orders/server/commands/run-order-command.ts'
import { findOrder } from '#features/orders/server/queries/orders.staff.service.ts'
import { toRequestAuditView } from '#features/staff/server/work/staff-requests.service.ts'
import { refuse } from '#server/http/refuse.ts'
import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import * as calls from '../payments.staff.contract.ts'
import { createRefundCheck, previewPart, pricePart, refundPart, requestRefundApproval } from './part-refunds.service.ts'
import { readProviderStatus } from './payment-provider.staff.service.ts'
import * as staff from './payments.staff.service.ts'
import { checkRefundMethod } from './refund-methods.service.ts'

export const paymentStaffHandlers: StaffHandler[] = [
  handleOrderCommand(calls.markPaid, (shop, order, { method, reference }) =>
    staff.confirmByHand(shop, order, { method, reference }),
  ),
  handleOrderCommand(calls.refundOrder, (shop, order, { lines, shipping, reason, to, request_id }, actor) => {
    const allows = createRefundCheck(shop, actor, { about: aboutOrder(order), requestId: request_id })
    return refundPart(shop, { orderId: order.id, lines, hasShipping: shipping, reason, goesTo: to, allows })
  }),
  handleStaff(
    calls.askToRefundOrder,
    async ({ shop, input, actor }) => {
      const order = await findOrder(shop.db, input.no)
      if (!canRefundPart(order)) throw refuse('order_moved_on')
      const { shipping, reason, to } = input
      const { lines, amount } = await pricePart(shop, order, { lines: input.lines, hasShipping: shipping })
      // The request contains the current amounts, so that exactly these amounts are approved.
      const refundRequest = { lines, shipping, reason, to }
      await checkRefundMethod(shop.db, to, order.customerId)
      return requestRefundApproval(shop, actor, {
        about: aboutOrder(order),
        input: refundRequest,
        amount,
        currency: order.currency,
      })
    },
    { auditView: toRequestAuditView },
  ),
  handleStaff(calls.previewRefund, async ({ shop, input, actor }) =>
    previewPart(shop, await findOrder(shop.db, input.no), {
      lines: readLines(input.lines),
      hasShipping: input.shipping !== undefined,
      refundLimit: actor.refundLimit,
    }),
  ),
  handleStaff(calls.getPaymentProvider, ({ shop }) => readProviderStatus(shop)),
  handleStaff(calls.listRefunds, ({ shop, input }) => staff.listRefunds(shop, input)),
  handleStaff(calls.getRefund, ({ shop, input }) => staff.readRefund(shop, input.id)),
  handleStaff(
    calls.retryRefund,
    async ({ shop, input, actor }) => {
      await staff.retryRefund({ ...shop, by: actor.name }, input.id)
      return staff.readRefund(shop, input.id)
    },
    { resource: ({ shop, input }) => staff.readRefund(shop, input.id) },
  ),
  handleStaff(
    calls.settleRefund,
    async ({ shop, input, actor }) => {
      await staff.settleByHand({ ...shop, by: actor.name }, input)
      return staff.readRefund(shop, input.id)
    },
    { resource: ({ shop, input }) => staff.readRefund(shop, input.id) },
  ),
]

const aboutOrder = ({ orderNo }: { orderNo: string }) => `orders/${orderNo}`

function readLines(lines: string | undefined): { id: string; amount?: number }[] {
  return (lines?.split(',') ?? []).map((line) => {
    const [id = '', amount] = line.split(':')
    return { id, ...(amount !== undefined && { amount: Number(amount) }) }
  })
}
