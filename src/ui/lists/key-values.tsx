import { Fragment, type ReactNode } from 'react'
import { joinClasses } from '../content/join-classes.ts'
import styles from './key-values.module.css'

export type KeyValue = { key: string; label: ReactNode; value: ReactNode; end?: ReactNode; total?: boolean }

/** Renders labels and values in two columns, or below each other if the text is too large. */
export function KeyValues({ items }: { items: KeyValue[] }) {
  return (
    <div className={styles.box}>
      <dl className={styles.list}>
        {items.map((item) => (
          <Fragment key={item.key}>
            <dt className={joinClasses(styles.label, item.total && styles.totalLabel)}>{item.label}</dt>
            <dd className={joinClasses(styles.value, item.total && styles.totalValue)}>
              {item.value}
              {item.end && <span className={styles.end}>{item.end}</span>}
            </dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
