import { useState } from 'react'
import { usePreview } from '#console/data/use-preview.ts'
import { useConsole } from '#console/shell/console-context.ts'
import { useRefundCommand } from '#features/payments/console/parts/use-refund-command.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import { findDeductionProblem } from '#features/returns/deduction.staff.rules.ts'
import {
  askToRefundReturn,
  previewReturnRefund,
  refundReturn,
} from '#features/returns/return-commands.staff.contract.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import { type ReturnRefundChoice, toPreview, toRefund } from './return-refund.rules.ts'

export type ReturnRefund = ReturnType<typeof useReturnRefund>

/** Manages a refund of a return's items: the choices, the preview and the request. */
export function useReturnRefund(returnRequest: StaffReturn, shopper: string) {
  const { call } = useConsole()
  const ready = returnRequest.items.filter(({ possible }) => possible.includes('refund'))
  const [left, setLeft] = useState<string[]>([])
  const [hasPostage, setPostage] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const [deduction, setDeduction] = useState<number | null>(null)
  const [reason, setReason] = useState('')
  const [way, setWay] = useState<RefundMethod>(returnRequest.as_credit.is_chosen ? 'credit' : 'payment')
  const choice: ReturnRefundChoice = {
    items: ready.flatMap(({ id }) => (left.includes(id) ? [] : [id])),
    hasItems: ready.length > 0,
    hasPostage,
    kept: isKeeping ? { amount: deduction ?? 0, reason } : null,
  }
  // Reloads the preview after an event of the return, such as a refund, because the event can change the amounts.
  const { data, isAnswered, isFresh, problem } = usePreview(
    previewReturnRefund,
    toPreview(returnRequest.number, choice),
    {
      version: returnRequest.events.length,
    },
  )
  // The amounts belong to an earlier choice until the preview of the current choice arrives.
  const preview = isFresh ? data : null
  const refusal = isAnswered ? problem : null
  const missing = findDeductionProblem(isKeeping, { amount: deduction, reason })
  const input = toRefund(returnRequest.number, choice)
  const command = useRefundCommand({
    preview,
    sum: preview?.total ?? null,
    way,
    recipient: shopper,
    formatSuccess: (money) => `A refund of ${money} is on its way to ${shopper}`,
    refund: (to) => call(refundReturn, { ...input, to }),
    ask: (to) => call(askToRefundReturn, { ...input, to }),
  })
  return {
    ...command,
    ...{
      ready,
      left,
      hasPostage,
      setPostage,
      isKeeping,
      setKeeping,
      deduction,
      setDeduction,
      reason,
      setReason,
      setWay,
    },
    setIncluded: (id: string, isOn: boolean) => setLeft(isOn ? left.filter((one) => one !== id) : [...left, id]),
    preview,
    refusal,
    missing,
    /** The deduction typed so far. */
    keptAmount: choice.kept?.amount ?? 0,
    /** Null while the amount is unknown. */
    sum: preview && missing?.field !== 'amount' ? preview.total : null,
    isReady: preview !== null && !refusal && missing === null && (choice.items.length > 0 || hasPostage),
    refund: () => (preview && !missing ? command.send() : undefined),
  }
}
