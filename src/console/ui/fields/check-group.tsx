import type { ReactNode } from 'react'
import styles from './check-group.module.css'

type Props = { label: string; error?: string | null | undefined; children: ReactNode }

/** Renders checkboxes that answer one question, under their own heading. */
export function CheckGroup({ label, error, children }: Props) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {error && (
        <p role="alert" className={styles.error}>
          {error}
        </p>
      )}
      {children}
    </fieldset>
  )
}

/** Renders checkboxes in as many columns as fit. */
export function CheckGrid({ children }: { children: ReactNode }) {
  return <div className={styles.grid}>{children}</div>
}
