import type { LucideIcon as Drawing } from 'lucide-react'
import type { ComponentProps } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './icon-button.module.css'

type IconOnly = { icon: Drawing; label: string; flip?: boolean }

export function IconButton({ icon, label, flip, className, ...button }: IconOnly & ComponentProps<'button'>) {
  return (
    <button type="button" {...button} aria-label={label} className={joinClasses(styles.button, className)}>
      <Icon of={icon} flip={flip} />
    </button>
  )
}

export function IconLink({ icon, label, flip, className, ...anchor }: IconOnly & ComponentProps<typeof SideLink>) {
  return (
    <SideLink {...anchor} aria-label={label} className={joinClasses(styles.button, className)}>
      <Icon of={icon} flip={flip} />
    </SideLink>
  )
}
