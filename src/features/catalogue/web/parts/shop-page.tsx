import type { ReactNode } from 'react'
import styles from './shop-page.module.css'

/**
 * Renders the frame of the shop's pages. In wide windows it is wider than the account's, because pictures stand side by
 * side.
 */
export function ShopPage({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {header}
      <div className={styles.frame}>{children}</div>
    </main>
  )
}
