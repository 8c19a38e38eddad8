import { takeOrder, tellOrder, tellOrderState } from '#features/orders/orders.cli.ts'
import { defineCommand, type StaffCommands } from '#server/cli/command.ts'
import { confirmByHand, refundCancelledOrder } from './server/payments.staff.service.ts'

const pay = defineCommand({
  verb: 'pay',
  usage: '<order> [--method "Bank transfer"]',
  options: { method: { type: 'string' } },
  tellState: tellOrderState,
  async run(shop, { rest, options }) {
    const order = await takeOrder(shop, rest)
    return tellOrder(await confirmByHand(shop, order, options.method ?? 'Bank transfer'))
  },
})

const refund = defineCommand({
  verb: 'refund',
  usage: '<cancelled order>',
  takes: 'order',
  async run(shop, { rest }) {
    const order = await takeOrder(shop, rest)
    const { isByHand, refund } = await refundCancelledOrder(shop, order)
    if (isByHand) return `The refund of ${order.orderNo} is confirmed.`
    if (refund?.status === 'succeeded') return `The refund of ${order.orderNo} is through.`
    if (refund?.status === 'failed') return `The refund of ${order.orderNo} failed: ${refund.failure}`
    return `The refund of ${order.orderNo} is on its way.`
  },
})

export const paymentCommands: StaffCommands = { heading: 'Payments', commands: [pay, refund] }
