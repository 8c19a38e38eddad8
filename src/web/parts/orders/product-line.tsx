import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { TagRow } from '#ui/content/tag.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import styles from './product-line.module.css'

type ProductLineProps = {
  /** A `ProductImage`, or a link around one. */
  image: ReactNode
  name: ReactNode
  options?: ReactNode
  tags?: ReactNode
  price?: ReactNode
  count?: number
  /** A single button next to the image. */
  action?: ReactNode
  /** Several buttons in a row of their own: 'More' first, then the others. */
  actions?: ReactNode
  compact?: boolean
  children?: ReactNode
}

export function ProductLine(props: ProductLineProps) {
  const { image, name, options, tags, price, count = 1, action, actions, compact, children } = props
  const t = useT()
  return (
    <article className={joinClasses(styles.line, compact && styles.compact)}>
      <div>{image}</div>
      <div className={styles.words}>
        <h3 className={styles.name}>{name}</h3>
        {options && <p className={styles.options}>{options}</p>}
        {tags && (
          <div className={styles.tags}>
            <TagRow>{tags}</TagRow>
          </div>
        )}
        {price && (
          <div className={styles.row}>
            {price}
            {count > 1 && (
              <span className={styles.count}>
                <span className="visually-hidden">{t('Quantity')} </span>
                <Literal>×{count}</Literal>
              </span>
            )}
          </div>
        )}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </article>
  )
}
