import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './page.module.css'

type PageProps = {
  /** The app bar, and tabs that stick below it. */
  header?: ReactNode
  /**
   * The column next to the main column from 1024 px, and below it on smaller screens. Any value, even an empty one,
   * selects the wide frame.
   */
  aside?: ReactNode
  children: ReactNode
}

export function Page({ header, aside, children }: PageProps) {
  return (
    <main className={styles.page}>
      {header}
      {aside === undefined ? (
        <div className={styles.column}>{children}</div>
      ) : (
        <div className={joinClasses(styles.column, styles.wide)}>
          <div className={styles.main}>{children}</div>
          <div className={styles.aside}>{aside}</div>
        </div>
      )}
    </main>
  )
}

type SectionProps = ComponentProps<'div'> & {
  /** Whether the section touches the bar, without a gap. */
  first?: boolean
  /** Whether the content has its own padding. */
  flush?: boolean
}

/**
 * Renders a section of a page. A section with a name is also a landmark, and a section without a name is a plain div.
 */
export function Section({ first, flush, className, ...section }: SectionProps) {
  const Slab = section['aria-label'] || section['aria-labelledby'] ? 'section' : 'div'
  return (
    <Slab
      {...section}
      className={joinClasses(styles.section, first && styles.first, flush && styles.flush, className)}
    />
  )
}

export function SectionTitle({ children, end, id }: { children: ReactNode; end?: ReactNode; id?: string }) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.title}>
        {children}
      </h2>
      {end}
    </div>
  )
}

/** Renders the link 'All ›' at the end of a section title. */
export function SectionLink({ children, className, ...anchor }: ComponentProps<typeof SideLink>) {
  return (
    <SideLink {...anchor} className={joinClasses(styles.more, className)}>
      <span>{children}</span>
      <Icon of={ChevronRight} size="s" flip />
    </SideLink>
  )
}

/** Renders buttons or text on the canvas between sections. */
export function PageStrip({ centred, children }: { centred?: boolean; children: ReactNode }) {
  return <div className={joinClasses(styles.strip, centred && styles.centred)}>{children}</div>
}

/** Renders a bar that sticks to the lower edge. In the two-column frame the bar becomes a section of the aside. */
export function BottomBar({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bottom}>
      {summary && <div className={styles.summary}>{summary}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

/** Renders the total in the bottom bar, such as 'Total $386.00'. */
export function BottomTotal({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <span className={styles.totalLabel}>{label}</span>
      <strong className={styles.total}>{children}</strong>
    </>
  )
}
