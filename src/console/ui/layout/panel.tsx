import { type ReactNode, useId } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import styles from './panel.module.css'

type Props = {
  title: string
  /** Content right after the title, such as a choice of the shown data. */
  beside?: ReactNode
  actions?: ReactNode
  isFlush?: boolean
  children: ReactNode
}

/** Renders a flat section with a hairline border. `isFlush` removes the padding. */
export function Panel({ title, beside, actions, isFlush, children }: Props) {
  const id = useId()
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <div className={joinClasses(styles.head, beside !== undefined && styles.wraps)}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {beside}
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {isFlush ? children : <div className={styles.body}>{children}</div>}
    </section>
  )
}
