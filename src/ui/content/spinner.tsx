import { joinClasses } from './join-classes.ts'
import styles from './spinner.module.css'

type SpinnerProps = {
  /** The text for screen readers, needed if no visible text announces the wait. */
  label?: string
  size?: 's' | 'm'
}

export function Spinner({ label, size = 's' }: SpinnerProps) {
  return (
    <span
      className={joinClasses(styles.ring, size === 'm' && styles.medium)}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
