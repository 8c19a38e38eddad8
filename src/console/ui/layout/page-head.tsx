import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type Props = {
  title: string
  /** Whether the title is a number, which is not styled as a headline. */
  isNumber?: boolean
  /** A button before the title that leads to the list. */
  back?: ReactNode
  /** The link back, above the title. */
  crumb?: ReactNode
  /** Content next to the title. */
  beside?: ReactNode
  /** A line below the title. */
  below?: ReactNode
  children?: ReactNode
}

export function PageHead({ title, isNumber, back, crumb, beside, below, children }: Props) {
  return (
    <header className={styles.head}>
      {back}
      <div className={styles.texts}>
        {crumb && <div className={styles.crumb}>{crumb}</div>}
        <div className={styles.title}>
          <h1 className={isNumber ? styles.number : styles.words}>{title}</h1>
          {beside}
        </div>
        {below && <div className={styles.below}>{below}</div>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  )
}
