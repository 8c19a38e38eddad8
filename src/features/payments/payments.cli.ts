import { formatOrder, formatOrderState, parseOrderNo, readLines } from '#features/orders/orders.cli.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { type CommandShop, defineCommand, type StaffCommands, UsageError } from '#server/cli/command.ts'
import { refuse } from '#server/http/refuse.ts'
import * as calls from './payments.staff.contract.ts'

const pay = defineCommand({
  verb: 'pay',
  usage: '<order> [--method "Bank transfer"] [--reference text]',
  options: { method: { type: 'string' }, reference: { type: 'string' } },
  formatState: formatOrderState,
  async run({ call }, { rest, options: { method, reference } }) {
    const no = parseOrderNo(rest)
    const given = { ...(method && { method }), ...(reference && { reference }) }
    return formatOrder((await call(calls.markPaid, { no, ...given })).data)
  },
})

const refund = defineCommand({
  verb: 'refund',
  usage: '<order> [--line 1,2] [--shipping yes] [reason]',
  about: 'refunds lines or shipping; without options, sends pending refunds or marks manual refunds as sent',
  options: { line: { type: 'string' }, shipping: { type: 'string' } },
  takes: 'order',
  async run(commandShop, { rest, options: { line, shipping } }) {
    const { call } = commandShop
    const no = parseOrderNo(rest)
    if (!line && !shipping) return formatRefunds(no, await sendWaiting(commandShop, no, () => true))
    const reason = rest.slice(1).join(' ').trim()
    if (reason === '') throw new UsageError('Enter the reason after the number.')
    const ids = line ? readLines((await call(getOrder, { no })).data, line) : []
    const lines = ids.map((id) => ({ id }))
    return formatOrder((await call(calls.refundOrder, { no, lines, shipping: shipping === 'yes', reason })).data)
  },
})

type Refund = calls.StaffRefund

/**
 * Retries every unsettled refund of an order. Marks a refund as settled by hand if the refund allows it. Returns the last
 * refund.
 */
export async function sendWaiting(commandShop: CommandShop, orderNo: string, isIncluded: (refund: Refund) => boolean) {
  const { data: page } = await commandShop.call(calls.listRefunds, { q: orderNo, limit: 200 })
  let sent: Refund | null = null
  for (const one of page.data) {
    if (!isIncluded(one) || one.status === 'succeeded') continue
    const retriedRefund = one.possible.includes('retry')
      ? (await commandShop.call(calls.retryRefund, { id: one.id })).data
      : one
    const isByHand = retriedRefund.possible.includes('settle')
    sent = isByHand
      ? (await commandShop.call(calls.settleRefund, { id: one.id, reference: 'by hand' })).data
      : retriedRefund
  }
  if (!sent) throw refuse('nothing_to_refund', { message: `${orderNo} has no pending refund.` })
  return sent
}

function formatRefunds(no: string, { status, failure }: Refund): string {
  if (status === 'succeeded') return `The refund of ${no} is complete.`
  return status === 'failed' ? `The refund of ${no} failed: ${failure}` : `The refund of ${no} is being processed.`
}

export const paymentCommands: StaffCommands = { heading: 'Payments', commands: [pay, refund] }
