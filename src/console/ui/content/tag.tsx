import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './tag.module.css'

type Tone = 'plain' | 'accent' | 'success' | 'warning' | 'info' | 'danger'

/** Renders a flag of an item. The status of an item is shown by a gauge instead. */
export function Tag({ tone = 'plain', title, children }: { tone?: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={joinClasses(styles.tag, styles[tone])} title={title}>
      {children}
    </span>
  )
}
