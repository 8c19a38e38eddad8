import { joinClasses } from '#ui/content/join-classes.ts'
import { useNow } from '../../shell/use-now.ts'
import { computeDue } from './due.rules.ts'
import styles from './due-bar.module.css'

/** Renders the remaining share of a deadline. The bar updates once a minute and is not announced. */
export function DueBar({ since, due }: { since: string; due: string }) {
  const now = useNow()
  const { text, share, state } = computeDue(since, due, now)
  return (
    <span
      role="timer"
      aria-live="off"
      className={joinClasses(styles.due, state && styles[state])}
      style={{ '--share': `${share}%` }}
    >
      <bdi>{text}</bdi>
    </span>
  )
}
