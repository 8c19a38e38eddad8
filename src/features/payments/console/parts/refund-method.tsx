import { Check } from '#console/ui/fields/check.tsx'
import { CheckGroup } from '#console/ui/fields/check-group.tsx'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import type { RefundWays } from '#features/payments/payments.staff.contract.ts'
import { formatCredit, formatPayment } from './refund-method.rules.ts'

type Props = {
  /** Payment method of the order, if known. */
  method: string | null
  /** Amounts of each refund method. Null until the server has responded. */
  ways: RefundWays | null
  value: RefundMethod
  onChange: (way: RefundMethod) => void
}

/** Chooses the refund method, and shows the amount of each method above the button. */
export function RefundMethodChoice({ method, ways, value, onChange }: Props) {
  const isOff = ways !== null && ways.credit.problem !== null
  return (
    <CheckGroup label="Refund to">
      <Check
        type="radio"
        name="refund-way"
        label={`${method ?? 'Original payment method'}, 3 to 5 days`}
        hint={ways && formatPayment(ways)}
        isChecked={value === 'payment'}
        onChange={() => onChange('payment')}
      />
      <Check
        type="radio"
        name="refund-way"
        label="Store credit, immediately"
        hint={ways && formatCredit(ways)}
        isChecked={value === 'credit'}
        disabled={isOff}
        onChange={() => onChange('credit')}
      />
    </CheckGroup>
  )
}
