import { readLines, takeOrderNo, tellOrder, tellOrderState } from '#features/orders/orders.cli.ts'
import { getOrder } from '#features/orders/orders.staff.contract.ts'
import { defineCommand, Misuse, type StaffCommands, type StaffDesk } from '#server/cli/command.ts'
import { refuse } from '#server/http/refuse.ts'
import * as calls from './payments.staff.contract.ts'

const pay = defineCommand({
  verb: 'pay',
  usage: '<order> [--method "Bank transfer"] [--reference text]',
  options: { method: { type: 'string' }, reference: { type: 'string' } },
  tellState: tellOrderState,
  async run({ call }, { rest, options: { method, reference } }) {
    const no = takeOrderNo(rest)
    const given = { ...(method && { method }), ...(reference && { reference }) }
    return tellOrder((await call(calls.markPaid, { no, ...given })).data)
  },
})

const refund = defineCommand({
  verb: 'refund',
  usage: '<order> [--line 1,2] [--shipping yes] [why]',
  about: 'refunds lines or postage; without them, sends pending refunds, or confirms those that were sent by hand',
  options: { line: { type: 'string' }, shipping: { type: 'string' } },
  takes: 'order',
  async run(desk, { rest, options: { line, shipping } }) {
    const { call } = desk
    const no = takeOrderNo(rest)
    if (!line && !shipping) return tellRefund(no, await sendWaiting(desk, no, () => true))
    const reason = rest.slice(1).join(' ').trim()
    if (reason === '') throw new Misuse('Say why, after the number.')
    const ids = line ? readLines((await call(getOrder, { no })).data, line) : []
    const lines = ids.map((id) => ({ id }))
    return tellOrder((await call(calls.refundOrder, { no, lines, shipping: shipping === 'yes', reason })).data)
  },
})

type Refund = calls.StaffRefund

/** Retries the unsettled refunds of an order, and settles those by hand that allow it. Returns the last one. */
export async function sendWaiting(desk: StaffDesk, orderNo: string, isMeant: (refund: Refund) => boolean) {
  const { data: page } = await desk.call(calls.listRefunds, { q: orderNo, limit: 200 })
  let sent: Refund | null = null
  for (const one of page.data) {
    if (!isMeant(one) || one.status === 'succeeded') continue
    const anew = one.possible.includes('retry') ? (await desk.call(calls.retryRefund, { id: one.id })).data : one
    const isByHand = anew.possible.includes('settle')
    sent = isByHand ? (await desk.call(calls.settleRefund, { id: one.id, reference: 'by hand' })).data : anew
  }
  if (!sent) throw refuse('nothing_to_refund', { message: `${orderNo} has no pending refund.` })
  return sent
}

function tellRefund(no: string, { status, failure }: Refund): string {
  if (status === 'succeeded') return `The refund of ${no} is through.`
  return status === 'failed' ? `The refund of ${no} failed: ${failure}` : `The refund of ${no} is on its way.`
}

export const paymentCommands: StaffCommands = { heading: 'Payments', commands: [pay, refund] }
