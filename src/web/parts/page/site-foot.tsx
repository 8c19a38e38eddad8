import { Mark } from './mark.tsx'
import styles from './site-foot.module.css'

/** Renders the mark and the name at the end of a page. */
export function SiteFoot({ name }: { name: string }) {
  return (
    <footer className={styles.foot} translate="no">
      <Mark size={28} />
      <bdi>{name}</bdi>
    </footer>
  )
}
