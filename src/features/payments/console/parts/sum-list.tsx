import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './sum-list.module.css'

type SumProps = { name: string; isTotal?: boolean; children: ReactNode }

/** Sums below each other, such as those of a refund. `isLive`: changes are announced by screen readers. */
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
