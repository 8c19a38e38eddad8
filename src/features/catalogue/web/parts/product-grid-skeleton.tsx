import { Skeleton, SkeletonLine } from '#ui/content/skeleton.tsx'
import { ProductImage } from '#web/parts/product-image.tsx'
import styles from './product-grid.module.css'

/** Renders placeholders of product cards. A separate file, because skeletons are part of every page's shell. */
export function ProductGridSkeleton({ cards = 6 }: { cards?: number }) {
  return (
    <Skeleton className={styles.grid}>
      {Array.from({ length: cards }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other key.
        <div key={at} className={styles.card}>
          <ProductImage src={null} alt="" />
          <SkeletonLine width="long" />
          <SkeletonLine width="short" />
        </div>
      ))}
    </Skeleton>
  )
}
