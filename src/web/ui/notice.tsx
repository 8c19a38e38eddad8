import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Info } from './icons.ts'
import styles from './notice.module.css'

export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Icon of={Info} className={styles.icon} />
      <span className={styles.text}>{children}</span>
    </div>
  )
}
