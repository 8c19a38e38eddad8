import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { ConsoleLink } from '#console/shell/console-link.tsx'
import { writeCount } from '#console/ui/count.rules.ts'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './view-tabs.module.css'

export type View = {
  name: string
  href: string
  /** Null where nobody counts it. */
  count?: number | null
  /** Something in it is late. */
  isLate?: boolean
}

type Props = {
  label: string
  views: View[]
  /** The one that is shown; null where the address is none of them. */
  current: string | null
  /** Offered where the address differs from every view. */
  save?: ReactNode
}

/** Lists that were chosen beforehand, as links; those of the shop first, then one's own. */
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
            <span className={joinClasses(styles.count, isLate && styles.late)}>{showCount(count)}</span>
          )}
        </ConsoleLink>
      ))}
      {save}
    </nav>
  )
}

/** Looks like a view that is not there yet. */
export function SaveViewButton(props: { popoverTarget: string }) {
  return (
    <button type="button" className={joinClasses(styles.view, styles.save)} {...props}>
      <Plus size={14} strokeWidth={1.9} aria-hidden />
      Save view
    </button>
  )
}

/** As far as anybody counts. */
const countedMost = 10_000
export const showCount = (count: number) => (count > countedMost ? '10,000+' : writeCount(count))
