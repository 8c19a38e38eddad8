import type { LucideIcon as Drawing } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Badge } from '../content/badge.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './tiles.module.css'

/** Renders four equal columns of shortcuts. */
export function Shortcuts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.shortcuts}>
      {children}
    </nav>
  )
}

type ShortcutProps = ComponentProps<typeof SideLink> & { icon: Drawing; label: string; count?: number }

export function Shortcut({ icon, label, count = 0, className, ...anchor }: ShortcutProps) {
  return (
    <SideLink {...anchor} className={joinClasses(styles.shortcut, className)}>
      <span className={styles.icon}>
        <Icon of={icon} size="l" />
        <Badge count={count} ringed className={styles.badge} />
      </span>
      <span className={styles.shortcutLabel}>{label}</span>
    </SideLink>
  )
}

/** Renders two columns of services between hairlines, at the lower edge of a section. */
export function Services({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles.services}>
      {children}
    </nav>
  )
}

type ServiceProps = { icon: Drawing; label: string }

export function Service({ icon, label, className, ...anchor }: ServiceProps & ComponentProps<typeof SideLink>) {
  return (
    <SideLink {...anchor} className={joinClasses(styles.service, className)}>
      <Icon of={icon} className={styles.serviceIcon} />
      <span>{label}</span>
    </SideLink>
  )
}
