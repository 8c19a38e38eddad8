import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './notice.module.css'

export function Notice({ children }: { children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <Icon of={Info} className={styles.icon} />
      <span className={styles.text}>{children}</span>
    </div>
  )
}
