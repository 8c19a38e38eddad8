import type { ComponentProps } from 'react'
import { Button } from '#console/ui/button.tsx'
import { showMoney } from '#console/ui/money.rules.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'

type Props = Omit<ComponentProps<typeof Button>, 'tone' | 'children'> & {
  isOverLimit: boolean
  /** Null while the sum is not known. */
  sum: StaffMoney | null
}

/** The button of a refund, which names the sum, or says that a colleague will be asked. */
export function RefundButton({ isOverLimit, sum, ...button }: Props) {
  return (
    <Button tone="primary" {...button}>
      {isOverLimit ? 'Ask for' : 'Refund'} {sum && showMoney(sum)}
    </Button>
  )
}
