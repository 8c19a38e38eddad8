import type { ReactNode } from 'react'
import { Money } from '#console/ui/money.tsx'
import type { CustomerHead } from '#features/customers/customers.staff.contract.ts'
import styles from '../list/customers-page.module.css'

/** The most of any currency; the rest is on their page. */
export function Paid({ of: [most, ...others] }: { of: CustomerHead['spent'] }) {
  if (!most) return <span className={styles.quiet}>–</span>
  return (
    <>
      <Money of={most} />
      {others.length > 0 && <span className={styles.quiet}> +{others.length}</span>}
    </>
  )
}

/** One line of what is known. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
