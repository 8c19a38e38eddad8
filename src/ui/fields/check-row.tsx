import Check from 'lucide-react/icons/check'
import type { ComponentProps, ReactNode } from 'react'
import { Icon } from '../content/icon.tsx'
import styles from './choice.module.css'

type CheckRowProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { children: ReactNode }

/** Renders a row with a checkbox at its end. The whole row toggles the checkbox. */
export function CheckRow({ children, ...input }: CheckRowProps) {
  return (
    <label className={styles.row}>
      <span className={styles.label}>{children}</span>
      <span className={styles.box}>
        <input type="checkbox" {...input} className={styles.check} />
        <Icon of={Check} size="s" className={styles.tick} />
      </span>
    </label>
  )
}
