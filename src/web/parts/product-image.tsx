import type { ReactNode } from 'react'
import { joinClasses } from '#ui/content/join-classes.ts'
import { Literal } from '#ui/content/literal.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { cardWidth, copyPath, smallWidth } from '../uploads/picture-copies.ts'
import styles from './product-image.module.css'

/** The width of the copy for each size. A full-size picture is sent unchanged. */
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
  /** The alternative text. Empty if the name is next to the image. */
  alt: string
  /** An overlay such as 'Sold out' or 'Expired'. */
  veil?: ReactNode
  /** The count, shown as ×n from two. */
  count?: number
  /** The size. The first three fill their container: a single picture, a grid cell, and a tile. */
  size?: Size
  /** True for the first picture of a screen, which loads with priority. Other pictures load lazily. */
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
