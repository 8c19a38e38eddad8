import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { cardWidth, copyPath, smallWidth } from '../uploads/picture-copies.ts'
import styles from './product-image.module.css'

/** As wide as the copy that each is sent; what is looked at closely comes as it is. */
const copyWidths = {
  fill: null,
  card: cardWidth,
  tile: smallWidth,
  thumb: smallWidth,
  line: smallWidth,
  small: smallWidth,
}
type Size = keyof typeof copyWidths
type ProductImageProps = {
  src: string | null | undefined
  /** Empty where the name stands beside the image. */
  alt: string
  /** 'Sold out' or 'Expired', over a scrim. */
  veil?: ReactNode
  /** Shown as ×n from two on. */
  count?: number
  /** The first three take the width of what holds them: a picture to look at, one of a grid, one of a row of tiles. */
  size?: Size
  /** For the first picture of a screen, which is fetched before everything else. The others load lazily. */
  eager?: boolean
}

export function ProductImage({ src, alt, veil, count, size = 'fill', eager }: ProductImageProps) {
  const t = useT()
  const width = copyWidths[size]
  return (
    <span className={joinClasses(styles.frame, styles[size])}>
      {src && (
        <img
          src={width ? copyPath(src, width) : src}
          alt={alt}
          width={335}
          height={445}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : undefined}
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
