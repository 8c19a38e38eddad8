import type { LucideIcon as Drawing } from 'lucide-react'
import type { ComponentProps } from 'react'
import { AppLink } from '../navigation/app-link.tsx'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'
import { joinClasses } from './join-classes.ts'

type IconOnly = { icon: Drawing; label: string; flip?: boolean }

export function IconButton({ icon, label, flip, className, ...button }: IconOnly & ComponentProps<'button'>) {
  return (
    <button type="button" {...button} aria-label={label} className={joinClasses(styles.button, className)}>
      <Icon of={icon} flip={flip} />
    </button>
  )
}

export function IconLink({ icon, label, flip, className, ...anchor }: IconOnly & ComponentProps<typeof AppLink>) {
  return (
    <AppLink {...anchor} aria-label={label} className={joinClasses(styles.button, className)}>
      <Icon of={icon} flip={flip} />
    </AppLink>
  )
}
