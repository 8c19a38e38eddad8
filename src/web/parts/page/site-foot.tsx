import { Mark } from './mark.tsx'
import styles from './site-foot.module.css'

/** The mark and the name, at the end of a page that ends quietly. */
export function SiteFoot({ name }: { name: string }) {
  return (
    <footer className={styles.foot} translate="no">
      <Mark size={28} />
      <bdi>{name}</bdi>
    </footer>
  )
}
