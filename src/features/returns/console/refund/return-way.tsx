import { RefundWayChoice } from '#features/payments/console/parts/refund-way.tsx'
import type { RefundWay } from '#features/payments/payments.rules.ts'
import type { StaffReturn } from '#features/returns/returns.staff.contract.ts'
import styles from '../return/aside.module.css'

/** How the sum in the account will be reckoned. */
function tellTerms({ as_credit: { bonus_percent, currency }, asked }: StaffReturn): string {
  const rate = asked.currency === currency ? '' : ` It becomes ${currency} at today’s rate.`
  const bonus = bonus_percent > 0 ? ` ${bonus_percent}\u2009% come on top.` : ''
  return `It is in the account at once.${rate}${bonus}`
}

type Props = { thing: StaffReturn; value: RefundWay; onChange: (way: RefundWay) => void }

/** Where the money goes, asked only where the shopper chose store credit: nobody else can. */
export function ReturnWay({ thing, value, onChange }: Props) {
  if (!thing.as_credit.is_chosen) return null
  return (
    <>
      <RefundWayChoice method={thing.payment_method} ways={null} value={value} onChange={onChange} />
      <p className={styles.says}>Store credit is what they chose.{value === 'credit' && ` ${tellTerms(thing)}`}</p>
    </>
  )
}
