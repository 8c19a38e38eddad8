import type { ReactNode } from 'react'
import { Money } from '#console/ui/format/money.tsx'
import type { CustomerHead } from '#features/customers/customers.staff.contract.ts'
import styles from '../list/customers-page.module.css'

/** Shows the largest amount of all currencies. The customer's page shows amounts in the other currencies. */
export function SpentAmounts({ of: [max, ...others] }: { of: CustomerHead['spent'] }) {
  if (!max) return <span className={styles.quiet}>–</span>
  return (
    <>
      <Money of={max} />
      {others.length > 0 && <span className={styles.quiet}> +{others.length}</span>}
    </>
  )
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
