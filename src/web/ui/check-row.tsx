import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import { Icon } from './icon.tsx'

type CheckRowProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode; label?: string }

/** A whole row that ticks a box at its end. */
export function CheckRow({ children, label, ...input }: CheckRowProps) {
  return (
    <label className={styles.row}>
      <span className={styles.label}>{children}</span>
      <span className={styles.box}>
        <input type="checkbox" {...input} aria-label={label} className={styles.check} />
        <Icon of={Check} size="s" className={styles.tick} />
      </span>
    </label>
  )
}
