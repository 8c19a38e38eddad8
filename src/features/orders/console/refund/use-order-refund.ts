import { useState } from 'react'
import { useConsole } from '#console/shell/console-context.ts'
import { useRefundCommand } from '#features/payments/console/parts/use-refund-command.ts'
import { askToRefundOrder, refundOrder } from '#features/payments/payments.staff.contract.ts'
import { defineDraft, useDraftSaver } from '#web/data/use-draft.ts'
import type { OrderDialog } from '../parts/order-dialog.tsx'
import { isEmptyRefund, listRefundLines, type RefundDraft, readRefundDraft, setRefundLine } from './refund.rules.ts'
import { type RefundPreview, useRefundPreview } from './use-refund-preview.ts'

export const refundDrafts = defineDraft<RefundDraft>('staff_refund', { parse: readRefundDraft, isEmpty: isEmptyRefund })

type Props = Pick<OrderDialog, 'order' | 'send' | 'close'> & { kept: RefundDraft }
export type OrderRefund = ReturnType<typeof useOrderRefund>

/** Manages a refund of some lines of an order: its draft, its preview and its request. */
export function useOrderRefund({ order, send, close, kept }: Props) {
  const { call } = useConsole()
  const [draft, setDraft] = useState(kept)
  const forget = useDraftSaver(refundDrafts, order.number, draft)
  const { preview, problem } = useRefundPreview(order.number, draft)
  const change = (part: Partial<RefundDraft>) => setDraft((now) => ({ ...now, ...part }))
  const sum = preview?.amount ?? null
  const isReady = sum !== null && sum.amount > 0 && !problem && draft.reason.trim() !== ''
  const recipient = order.customer.name || order.customer.email
  const input = { lines: listRefundLines(draft.lines), shipping: draft.shipping, reason: draft.reason }
  const command = useRefundCommand({
    preview,
    sum,
    way: draft.to,
    recipient,
    formatSuccess: (money) => `A refund of ${money} is on its way to ${recipient}`,
    refund: (to) => send(refundOrder, { ...input, to }),
    ask: (to) => call(askToRefundOrder, { ...input, to, no: order.number }),
  })
  async function refund() {
    if (!isReady || !(await command.send())) return
    forget()
    close()
  }
  return {
    draft,
    change,
    setLine: (id: string, amount: number | null | undefined) =>
      change({ lines: setRefundLine(draft.lines, id, amount) }),
    preview,
    sum,
    findLeft: (id: string): LineLeft | undefined => preview?.left.find(({ line_id }) => line_id === id),
    isReady,
    refund,
    to: command.to,
    isOverLimit: command.isOverLimit,
    isBusy: command.isBusy,
    problem: command.problem ?? problem,
  }
}

/** Part of a line that can still be refunded. */
export type LineLeft = RefundPreview['left'][number]
