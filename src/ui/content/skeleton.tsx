import type { ReactNode } from 'react'
import { useT } from '../i18n/use-t.ts'
import { joinClasses } from './join-classes.ts'
import styles from './skeleton.module.css'

/**
 * Renders gray placeholders in the shape of the content. The placeholders appear after 150 ms, so that a fast response
 * causes no flicker.
 */
export function Skeleton({ children, className }: { children: ReactNode; className?: string }) {
  const t = useT()
  return (
    <div className={joinClasses(styles.skeleton, className)} aria-busy="true">
      <span className="visually-hidden">{t('Loading')}</span>
      {children}
    </div>
  )
}

export function SkeletonRow({ children }: { children: ReactNode }) {
  return <div className={styles.row}>{children}</div>
}

type SkeletonLineProps = { width?: 'short' | 'medium' | 'long' | 'full'; title?: boolean }

export function SkeletonLine({ width = 'full', title }: SkeletonLineProps) {
  return <div className={joinClasses(styles.box, styles.line, styles[width], title && styles.title)} />
}

export function SkeletonImage({ size = 'thumb' }: { size?: 'thumb' | 'line' }) {
  return <div className={joinClasses(styles.box, styles.image, styles[size])} />
}

/** Renders a placeholder for a control, a voucher or a banner. */
export function SkeletonBlock({ height = 'control' }: { height?: 'control' | 'ticket' | 'banner' }) {
  return <div className={joinClasses(styles.box, styles[height])} />
}
