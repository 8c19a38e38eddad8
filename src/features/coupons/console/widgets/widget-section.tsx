import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './widget-builder.module.css'

type Props = { title: string; beside?: ReactNode; children: ReactNode }

/** Renders a collapsible section of the form. */
export function Section({ title, beside, children }: Props) {
  return (
    <details className={styles.section} open>
      <summary className={styles.summary}>
        <ChevronDown size={16} strokeWidth={1.75} aria-hidden className={styles.fold} />
        <h2 className={styles.title}>{title}</h2>
        {beside && <span className={styles.beside}>{beside}</span>}
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
