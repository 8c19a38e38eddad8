import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './empty-view.module.css'

type Props = {
  /** An icon for a failure. The default for an empty list is a hanger above water. */
  icon?: LucideIcon
  title: string
  text: string
  /** Whether the view is the only content of the page. */
  isPage?: boolean
  children?: ReactNode
}

/** Renders an empty or failed view: the reason and the next step. */
export function EmptyView({ icon: Drawing, title, text, isPage, children }: Props) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className={styles.view}>
      {Drawing ? <Drawing size={40} strokeWidth={1.25} aria-hidden className={styles.drawing} /> : <Hanger />}
      <Heading className={styles.title}>{title}</Heading>
      <p>{text}</p>
      {children && <div className={styles.ways}>{children}</div>}
    </div>
  )
}

function Hanger() {
  return (
    <svg
      width="76"
      height="56"
      viewBox="0 0 76 56"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={styles.drawing}
      aria-hidden
    >
      <path d="M38 18v-3a4.5 4.5 0 1 1 4.5-4.5" />
      <path d="M38 18L14 35h48z" />
      <path d="M6 47c4-4 8-4 12 0s8 4 12 0 8-4 12 0 8 4 12 0 8-4 12 0" />
    </svg>
  )
}
