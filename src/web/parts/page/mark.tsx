import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './mark.module.css'

/** Draws Harbor's mark: an H whose crossbar is water between two piers. */
export function Mark({ size = 28, stroke = 1.7 }: { size?: number; stroke?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M5.5 3.5V20.5M18.5 3.5V20.5M3.5 3.5H7.5M16.5 3.5H20.5M3.5 20.5H7.5M16.5 20.5H20.5" />
      <path d="M5.5 12.3C7.6 9.9 9.9 9.9 12 12.1S16.4 14.3 18.5 11.9" />
    </svg>
  )
}

/** Renders the mark next to the shop's name. */
export function Wordmark({ name, className }: { name: string; className?: string }) {
  return (
    <span className={joinClasses(styles.wordmark, className)} translate="no">
      <Mark size={22} />
      <bdi>{name}</bdi>
    </span>
  )
}
