import type { ReactNode } from 'react'
import { useT } from '#web/i18n/use-t.ts'
import { joinClasses } from '#web/ui/join-classes.ts'
import { Literal } from '#web/ui/literal.tsx'
import styles from './product-image.module.css'

type ProductImageProps = {
  src: string | null | undefined
  /** Empty where the name stands beside the image. */
  alt: string
  /** 'Sold out' or 'Expired', over a scrim. */
  veil?: ReactNode
  /** Shown as ×n from two on. */
  count?: number
  /** Fill takes the width of what holds it. */
  size?: 'fill' | 'thumb' | 'line' | 'small'
  /** For the images that a screen opens with, which should not wait. `first` for one that everything else can wait for. */
  eager?: boolean | 'first'
}

export function ProductImage({ src, alt, veil, count, size = 'fill', eager }: ProductImageProps) {
  const t = useT()
  return (
    <span className={joinClasses(styles.frame, styles[size])}>
      {src && (
        <img
          src={src}
          alt={alt}
          width={335}
          height={445}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager === 'first' ? 'high' : undefined}
          decoding="async"
          className={styles.image}
        />
      )}
      {veil && <span className={styles.veil}>{veil}</span>}
      {count !== undefined && count > 1 && (
        <span className={styles.count}>
          <span className="visually-hidden">{t('Quantity')} </span>
          <Literal>×{count}</Literal>
        </span>
      )}
    </span>
  )
}

/** A small copy of a product's picture or of one that a shopper sent, for lists; others are taken as they are. */
export function thumbPath(src: string): string {
  return /^\/(?:catalogue|images)\/[^?]+$/.test(src) ? `${src}?w=252` : src
}
