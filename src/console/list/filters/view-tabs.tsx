import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { formatCount } from '#console/ui/format/count.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './view-tabs.module.css'

export type View = {
  name: string
  href: string
  /** The count, or null if unknown. */
  count?: number | null
  /** Whether the view contains late work. */
  isLate?: boolean
}

type Props = {
  label: string
  views: View[]
  /** The current view, or null if the address matches none. */
  current: string | null
  /** The save command, shown if the address matches no view. */
  save?: ReactNode
}

/** Renders views as links: the views of the shop first, then the member's views. */
export function ViewTabs({ label, views, current, save }: Props) {
  return (
    <nav className={styles.views} aria-label={label}>
      {views.map(({ name, href, count, isLate }) => (
        <ConsoleLink
          key={href}
          href={href}
          className={styles.view}
          aria-current={href === current ? 'page' : undefined}
        >
          {name}
          {count !== undefined && count !== null && (
            <span className={joinClasses(styles.count, isLate && styles.late)}>{formatCappedCount(count)}</span>
          )}
        </ConsoleLink>
      ))}
      {save}
    </nav>
  )
}

/** Renders the button that saves a view, in the shape of a view. */
export function SaveViewButton(props: { popoverTarget: string }) {
  return (
    <button type="button" className={joinClasses(styles.view, styles.save)} {...props}>
      <Plus size={14} strokeWidth={1.9} aria-hidden />
      Save view
    </button>
  )
}

/** 10,000: the highest exact count. */
const maxCounted = 10_000
export const formatCappedCount = (count: number) => (count > maxCounted ? '10,000+' : formatCount(count))
