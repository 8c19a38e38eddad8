import type { LucideIcon as Drawing } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../content/badge.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './floating-button.module.css'

type FloatingButtonProps = ComponentProps<'button'> & { icon: Drawing; label: string; count?: number }

/** Renders the round chat button in the lower end corner, which moves away while a sheet is open. */
export function FloatingButton({ icon, label, count = 0, className, ...button }: FloatingButtonProps) {
  return (
    <button type="button" {...button} aria-label={label} className={joinClasses(styles.button, className)}>
      <Icon of={icon} />
      <Badge count={count} ringed className={styles.badge} />
    </button>
  )
}
