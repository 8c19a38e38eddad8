import styles from './pages.module.css'

/** The picture that a page begins with: it is seen first, so it is fetched first. */
export function LeadPicture({ src }: { src: string }) {
  return (
    <img src={src} alt="" width={640} height={360} className={styles.picture} fetchPriority="high" decoding="async" />
  )
}
