import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './sum-list.module.css'

type SumProps = { name: string; isTotal?: boolean; children: ReactNode }

/** Lists amounts, such as the amounts of a refund. With `isLive`, screen readers announce changes. */
export function SumList({ isLive = false, children }: { isLive?: boolean; children: ReactNode }) {
  return (
    <dl className={styles.list} aria-live={isLive ? 'polite' : undefined}>
      {children}
    </dl>
  )
}

export function Sum({ name, isTotal = false, children }: SumProps) {
  return (
    <div className={joinClasses(styles.sum, isTotal && styles.total)}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
