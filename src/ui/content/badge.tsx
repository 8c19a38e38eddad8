import styles from './badge.module.css'
import { joinClasses } from './join-classes.ts'

type BadgeProps = {
  count: number
  /** The color. Neutral counts need no action. */
  tone?: 'accent' | 'neutral'
  /** Whether a ring in the surface color surrounds the badge on an icon. */
  ringed?: boolean
  className?: string
}

export function Badge({ count, tone = 'accent', ringed, className }: BadgeProps) {
  const text = formatBadge(count)
  if (!text) return null
  return (
    <span
      className={joinClasses(styles.badge, tone === 'neutral' && styles.neutral, ringed && styles.ringed, className)}
      dir="ltr"
      translate="no"
    >
      {text}
    </span>
  )
}

/** Returns the text of a count badge: null at 0, and '99+' above 99. */
export function formatBadge(count: number): string | null {
  if (!(count >= 1)) return null
  return count > 99 ? '99+' : String(Math.floor(count))
}
