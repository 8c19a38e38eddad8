import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import styles from './price.module.css'

type PriceProps = {
  /** The price, formatted in the reader's language. */
  children: string
  /** The earlier price, shown struck through. The new price is then highlighted. */
  was?: string | null
  size?: 'normal' | 'total'
}

export function Price({ children, was, size = 'normal' }: PriceProps) {
  const t = useT()
  const isReduced = Boolean(was) && was !== children
  return (
    <span className={joinClasses(styles.price, isReduced && styles.reduced, size === 'total' && styles.total)}>
      <Literal className={styles.now}>{children}</Literal>
      {isReduced && (
        <s className={styles.was}>
          <span className="visually-hidden">{t('was')} </span>
          <Literal>{was}</Literal>
        </s>
      )}
    </span>
  )
}
