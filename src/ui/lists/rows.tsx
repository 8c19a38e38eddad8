import type { LucideIcon as Drawing } from 'lucide-react'
import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Chevron, Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './rows.module.css'

/** Renders full-width rows with hairlines between them. */
export function Rows({ children }: { children: ReactNode }) {
  return <div className={styles.rows}>{children}</div>
}

type RowContents = { icon?: Drawing; label: ReactNode; value?: ReactNode }

export function LinkRow({ icon, label, value, className, ...anchor }: RowContents & ComponentProps<typeof SideLink>) {
  return (
    <SideLink {...anchor} className={joinClasses(styles.row, Boolean(icon) && styles.indented, className)}>
      <RowInside icon={icon} label={label} value={value} />
    </SideLink>
  )
}

export function ButtonRow({
  icon,
  label,
  value,
  className,
  ...button
}: RowContents & Omit<ComponentProps<'button'>, 'value'>) {
  return (
    <button type="button" {...button} className={joinClasses(styles.row, Boolean(icon) && styles.indented, className)}>
      <RowInside icon={icon} label={label} value={value} />
    </button>
  )
}

function RowInside({ icon, label, value }: RowContents) {
  return (
    <>
      {icon && <Icon of={icon} className={styles.icon} />}
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {value && <span className={styles.value}>{value}</span>}
      </span>
      <Chevron of={ChevronRight} flip />
    </>
  )
}
