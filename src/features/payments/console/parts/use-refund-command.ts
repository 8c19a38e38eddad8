import { useCommand } from '#console/data/use-command.ts'
import { showMoney } from '#console/ui/money.rules.ts'
import { showToast } from '#console/ui/toast-store.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import type { RefundWays } from '#features/payments/payments.staff.contract.ts'

type Refund = {
  /** Null before the shop has answered. */
  preview: { ways: RefundWays; is_over_limit: boolean } | null
  sum: StaffMoney | null
  /** The way that staff chose. */
  way: RefundWay
  /** The customer, by name or email. */
  payee: string
  /** The message after a refund by the way of the payment. */
  tellPaid: (sum: string) => string
  refund: (to: RefundWay) => Promise<unknown>
  /** Asks a colleague to refund, where the sum is above the limit of the role. */
  ask: (to: RefundWay) => Promise<unknown>
}

/** Sends the refund of an order or a return, or asks a colleague for it. */
export function useRefundCommand({ preview, sum, way, payee, tellPaid, refund, ask }: Refund) {
  const { run, busy, problem, isBehind } = useCommand()
  // Store credit may have been chosen, also in a draft, before it became impossible.
  const to = preview?.ways.credit.problem ? 'payment' : way
  const isOverLimit = preview?.is_over_limit ?? false
  /** Returns whether the shop accepted. */
  async function send(): Promise<boolean> {
    if (!sum || !(await run('refund', () => (isOverLimit ? ask(to) : refund(to))))) return false
    const money = showMoney(sum)
    if (isOverLimit) showToast('Asked. It stands in Today of those who may.')
    else showToast(to === 'credit' ? `${money} is in the account of ${payee} as store credit` : tellPaid(money))
    return true
  }
  return { send, to, isOverLimit, isBusy: busy !== null, problem, isBehind }
}
