import { usePreview } from '#console/data/use-preview.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { previewRefund } from '#features/payments/payments.staff.contract.ts'
import { type RefundLines, writeRefundLines } from './refund.rules.ts'

export type RefundPreview = StaffOutput<typeof previewRefund>
type Refund = { lines: RefundLines; shipping: boolean }

/** Returns the amounts of a refund, computed by the server. The last amounts stay until the next amounts arrive. */
export function useRefundPreview(number: string, { lines, shipping }: Refund, isNeeded = true) {
  const chosen = writeRefundLines(lines)
  const input = { no: number, ...(chosen && { lines: chosen }), ...(shipping && { shipping: 'true' as const }) }
  const { data, problem } = usePreview(previewRefund, isNeeded ? input : null)
  return { preview: data, problem }
}
