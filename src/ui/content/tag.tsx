import type { ComponentProps, ReactNode } from 'react'
import { joinClasses } from './join-classes.ts'
import type { Tone } from './status.tsx'
import styles from './tag.module.css'

export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={joinClasses(styles.tag, styles[tone])}>{children}</span>
}

export function TagRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

/** Renders a tag as a button, for example in the path of a multi-level picker. */
export function TagButton({ className, ...button }: ComponentProps<'button'>) {
  return (
    <button type="button" {...button} className={joinClasses(styles.tag, styles.neutral, styles.button, className)} />
  )
}
