import { joinClasses } from '#web/ui/join-classes.ts'
import { useNow } from '../use-now.ts'
import { readDue } from './due.rules.ts'
import styles from './due-bar.module.css'

/** How much of a promise is left. Read once a minute, and not announced. */
export function DueBar({ since, due }: { since: string; due: string }) {
  const now = useNow()
  // The server's clock and the reader's differ: shown once the page runs, in a place that is kept for it.
  const { text, share, state } = now === null ? { text: '\u00a0', share: 0, state: null } : readDue(since, due, now)
  return (
    <span
      role="timer"
      aria-live="off"
      className={joinClasses(styles.due, state && styles[state])}
      style={{ '--share': `${share}%` } as React.CSSProperties}
    >
      {text}
    </span>
  )
}
