import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode } from 'react'
import { Chevron } from '../content/icon.tsx'
import styles from './accordion.module.css'

export function Accordion({ children }: { children: ReactNode }) {
  return <div className={styles.accordion}>{children}</div>
}

export function AccordionRow({
  question,
  open,
  children,
}: {
  question: ReactNode
  open?: boolean
  children: ReactNode
}) {
  return (
    <details className={styles.row} open={open}>
      <summary className={styles.question}>
        <span className={styles.text}>{question}</span>
        <Chevron of={ChevronDown} className={styles.chevron} />
      </summary>
      <div className={styles.answer}>{children}</div>
    </details>
  )
}
