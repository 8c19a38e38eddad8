import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-view.module.css'

type Props = { icon: LucideIcon; title: string; text: string; children?: ReactNode }

/** Nothing here, or nothing came: what that means, and what to do about it. */
export function EmptyView({ icon: Drawing, title, text, children }: Props) {
  return (
    <div className={styles.view}>
      <Drawing size={40} strokeWidth={1.25} aria-hidden />
      <h2 className={styles.title}>{title}</h2>
      <p>{text}</p>
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  )
}
