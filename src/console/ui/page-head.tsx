import type { ReactNode } from 'react'
import styles from './page-head.module.css'

type Props = {
  title: string
  /** Numbers of orders and returns are no headlines. */
  isNumber?: boolean
  /** A button before the title that leads to the list. */
  back?: ReactNode
  /** The way back, above the title. */
  crumb?: ReactNode
  /** Beside the title. */
  beside?: ReactNode
  /** A line under it. */
  below?: ReactNode
  children?: ReactNode
}

/** The title of a screen, with what can be done on it. */
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
