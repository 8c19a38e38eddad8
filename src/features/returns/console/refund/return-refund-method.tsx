import { RefundMethodChoice } from '#features/payments/console/parts/refund-method.tsx'
import type { RefundMethod } from '#features/payments/payments.rules.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'

/** Formats the computation of the store credit as a text. */
function formatCreditTerms({ as_credit: { bonus_percent, currency }, asked }: StaffReturn): string {
  const rate = asked.currency === currency ? '' : ` The amount is converted to ${currency} at today’s rate.`
  const bonus = bonus_percent > 0 ? ` ${bonus_percent}\u2009% bonus is added.` : ''
  return `The credit is available immediately.${rate}${bonus}`
}

type Props = { returnRequest: StaffReturn; value: RefundMethod; onChange: (way: RefundMethod) => void }

/**
 * Chooses between store credit and the original payment. Shown only if the shopper chose store credit, because staff
 * cannot choose store credit themselves.
 */
export function ReturnWay({ returnRequest, value, onChange }: Props) {
  if (!returnRequest.as_credit.is_chosen) return null
  return (
    <>
      <RefundMethodChoice method={returnRequest.payment_method} ways={null} value={value} onChange={onChange} />
      <p className={styles.says}>
        The customer chose store credit.{value === 'credit' && ` ${formatCreditTerms(returnRequest)}`}
      </p>
    </>
  )
}
