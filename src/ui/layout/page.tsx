import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ComponentProps, ReactNode } from 'react'
import { SideLink } from '#ui/layout/side-link.tsx'
import { Icon } from '../content/icon.tsx'
import { joinClasses } from '../content/join-classes.ts'
import styles from './page.module.css'

type PageProps = {
  /** The app bar, and tabs that stick below it. */
  header?: ReactNode
  /** From 1024 px it stands beside the main column, before that below it. Pass it, even empty, to get the wide frame. */
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
  /** Lies directly under the bar, without canvas between. */
  first?: boolean
  /** For rows and views that bring their own padding. */
  flush?: boolean
}

/** A slab of a page. One with a name is a landmark too; without a name it would be an outline's empty line. */
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

/** 'All ›' at the end of a section title. */
export function SectionLink({ children, className, ...anchor }: ComponentProps<typeof SideLink>) {
  return (
    <SideLink {...anchor} className={joinClasses(styles.more, className)}>
      <span>{children}</span>
      <Icon of={ChevronRight} size="s" flip />
    </SideLink>
  )
}

/** Buttons or text that lie on the canvas between sections. */
export function PageStrip({ centred, children }: { centred?: boolean; children: ReactNode }) {
  return <div className={joinClasses(styles.strip, centred && styles.centred)}>{children}</div>
}

/** Sticks to the lower edge; in the two-column frame it becomes a section of the aside. */
export function BottomBar({ summary, children }: { summary?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.bottom}>
      {summary && <div className={styles.summary}>{summary}</div>}
      <div className={styles.actions}>{children}</div>
    </div>
  )
}

/** 'Total $386.00' in the bottom bar. */
export function BottomTotal({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <span className={styles.totalLabel}>{label}</span>
      <strong className={styles.total}>{children}</strong>
    </>
  )
}
