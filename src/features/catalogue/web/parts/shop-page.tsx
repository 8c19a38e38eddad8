import type { ReactNode } from 'react'
import styles from './shop-page.module.css'

/** The frame of the shop's own pages: on wide windows wider than the account's, because pictures stand side by side. */
export function ShopPage({ header, children }: { header: ReactNode; children: ReactNode }) {
  return (
    <main className={styles.page}>
      {header}
      <div className={styles.frame}>{children}</div>
    </main>
  )
}
