import { RefundWayChoice } from '#features/payments/console/parts/refund-way.tsx'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'

/** Formats how the amount of store credit is computed. */
function tellTerms({ as_credit: { bonus_percent, currency }, asked }: StaffReturn): string {
  const rate = asked.currency === currency ? '' : ` It becomes ${currency} at today’s rate.`
  const bonus = bonus_percent > 0 ? ` ${bonus_percent}\u2009% come on top.` : ''
  return `It is in the account at once.${rate}${bonus}`
}

type Props = { thing: StaffReturn; value: RefundWay; onChange: (way: RefundWay) => void }

/**
 * Chooses between store credit and the original payment. Shown only if the shopper chose store credit, since staff cannot choose
 * it.
 */
export function ReturnWay({ thing, value, onChange }: Props) {
  if (!thing.as_credit.is_chosen) return null
  return (
    <>
      <RefundWayChoice method={thing.payment_method} ways={null} value={value} onChange={onChange} />
      <p className={styles.says}>Store credit is what they chose.{value === 'credit' && ` ${tellTerms(thing)}`}</p>
    </>
  )
}
