import type { ReactNode } from 'react'
import styles from './stat.module.css'

type Props = { label: string; value: ReactNode; detail?: ReactNode; line?: ReactNode }

/** Renders a number with the value it is compared with. */
export function Stat({ label, value, detail, line }: Props) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{value}</dd>
      <dd className={styles.detail}>{detail}</dd>
      {line && <dd className={styles.line}>{line}</dd>}
    </div>
  )
}

/** Renders several numbers next to each other, in two columns on a phone. */
export function StatList({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>
}
