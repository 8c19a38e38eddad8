import type { ReactNode } from 'react'
import styles from './shop-page.module.css'

/**
 * Renders the frame of the shop's pages. In wide windows the frame is wider than on account pages, because pictures are
 * placed side by side.
 */
export function ShopPage({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {header}
      <div className={styles.frame}>{children}</div>
    </main>
  )
}
