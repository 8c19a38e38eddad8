import styles from './badge.module.css'
import { joinClasses } from './join-classes.ts'

type BadgeProps = {
  count: number
  /** Grey is for counts that ask nothing of the shopper. */
  tone?: 'accent' | 'neutral'
  /** Cuts a ring of the surface around it, over an icon. */
  ringed?: boolean
  className?: string
}

export function Badge({ count, tone = 'accent', ringed, className }: BadgeProps) {
  const text = badgeText(count)
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

/** What a count badge says: nothing at 0, '99+' past 99. */
export function badgeText(count: number): string | null {
  if (!(count >= 1)) return null
  return count > 99 ? '99+' : String(Math.floor(count))
}
