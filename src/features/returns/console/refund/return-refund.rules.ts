import type { StaffInput } from '#contract/calls/staff-call.ts'
import type { askToRefundReturn, previewReturnRefund } from '#features/returns/return-commands.staff.contract.ts'

export type ReturnRefundChoice = {
  items: string[]
  /** Whether the return has items that can be refunded. Otherwise only the shipping costs are left. */
  hasItems: boolean
  hasPostage: boolean
  /** Deduction, with the reason that the shopper will read. */
  kept: { amount: number; reason: string } | null
}

/** Returns the input of the preview, or null if nothing is chosen. */
export function toPreview(
  no: string,
  { items, hasPostage, kept }: ReturnRefundChoice,
): StaffInput<typeof previewReturnRefund> | null {
  if (items.length === 0 && !hasPostage) return null
  return {
    no,
    ...(items.length > 0 && { items: items.join() }),
    postage: hasPostage ? 'true' : 'false',
    ...(kept && kept.amount > 0 && { deduction: kept.amount }),
  }
}

/** Returns the input of the refund, except for the refund method. */
export function toRefund(
  no: string,
  { items, hasItems, hasPostage, kept }: ReturnRefundChoice,
): Omit<StaffInput<typeof askToRefundReturn>, 'to'> {
  return {
    no,
    ...(hasItems && { items }),
    postage: hasPostage,
    ...(kept && kept.amount > 0 && { deduction: kept }),
  }
}
