import ChevronRight from 'lucide-react/icons/chevron-right'
import Gift from 'lucide-react/icons/gift'
import type { ComponentProps, ReactNode } from 'react'
import { Ripples } from '#ui/buttons/ripples.tsx'
import { Icon } from '#ui/content/icon.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './dark-header.module.css'

type DarkHeaderProps = { start?: ReactNode; end?: ReactNode; children: ReactNode }

/** Renders the dark header of the account page with its own bar. */
export function DarkHeader({ start, end, children }: DarkHeaderProps) {
  return (
    <header className={styles.header}>
      <Ripples className={styles.ripples} />
      <div className={styles.bar}>
        <div>{start}</div>
        <div>{end}</div>
      </div>
      <div className={styles.inner}>{children}</div>
    </header>
  )
}

export function DarkHeaderTitle({ children }: { children: ReactNode }) {
  return <h1 className={styles.title}>{children}</h1>
}

export function DarkHeaderLine({ children }: { children: ReactNode }) {
  return <p className={styles.line}>{children}</p>
}

/** Renders 'Sign In / Register' for guests, which is both the page's title and a button. */
export function DarkHeaderTitleButton({ children, className, ...button }: ComponentProps<'button'>) {
  return (
    <h1 className={styles.title}>
      <button type="button" {...button} className={joinClasses(styles.titleButton, className)}>
        <span>{children}</span>
        <Icon of={ChevronRight} size="l" flip className={styles.chevron} />
      </button>
    </h1>
  )
}

export function DarkHeaderPromo({ children }: { children: ReactNode }) {
  return (
    <p className={styles.promo}>
      <Icon of={Gift} size="s" />
      <span>{children}</span>
    </p>
  )
}
