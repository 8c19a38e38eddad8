import { useCommand } from '#console/data/use-command.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { showToast } from '#console/ui/overlays/toast-store.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import type { RefundWays } from '#features/payments/payments.staff.contract.ts'

type Refund = {
  /** Null until the server has responded. */
  preview: { ways: RefundWays; is_over_limit: boolean } | null
  sum: StaffMoney | null
  /** Refund method that staff chose. */
  way: RefundMethod
  /** Name or email address of the customer. */
  recipient: string
  /** Returns the message after a refund to the original payment. */
  formatSuccess: (sum: string) => string
  refund: (to: RefundMethod) => Promise<unknown>
  /** Requests the approval of a colleague if the amount exceeds the limit of the role. */
  ask: (to: RefundMethod) => Promise<unknown>
}

/** Sends the refund of an order or a return, or requests the approval of a colleague. */
export function useRefundCommand({ preview, sum, way, recipient, formatSuccess, refund, ask }: Refund) {
  const { run, busy, problem, isOutdated } = useCommand()
  // Store credit may have been chosen, for example in a draft, before it became impossible.
  const to = preview?.ways.credit.problem ? 'payment' : way
  const isOverLimit = preview?.is_over_limit ?? false
  /** Sends the refund. Returns whether the server accepted it. */
  async function send(): Promise<boolean> {
    if (!sum || !(await run('refund', () => (isOverLimit ? ask(to) : refund(to))))) return false
    const money = formatMoney(sum)
    if (isOverLimit) showToast('Request sent. It appears on the Today page of colleagues who can approve it.')
    else
      showToast(
        to === 'credit' ? `${money} of store credit was added to the account of ${recipient}` : formatSuccess(money),
      )
    return true
  }
  return { send, to, isOverLimit, isBusy: busy !== null, problem, isOutdated }
}
