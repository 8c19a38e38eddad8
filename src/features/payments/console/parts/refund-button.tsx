import type { ComponentProps } from 'react'
import { Button } from '#console/ui/buttons/button.tsx'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'

type Props = Omit<ComponentProps<typeof Button>, 'tone' | 'children'> & {
  isOverLimit: boolean
  /** Null while the amount is unknown. */
  sum: StaffMoney | null
}

/** Renders the button of a refund. The button shows the amount, or says that a colleague must approve the refund. */
export function RefundButton({ isOverLimit, sum, ...button }: Props) {
  return (
    <Button tone="primary" {...button}>
      {isOverLimit ? 'Request refund of' : 'Refund'} {sum && formatMoney(sum)}
    </Button>
  )
}
