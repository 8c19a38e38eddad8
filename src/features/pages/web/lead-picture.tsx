import styles from './pages.module.css'

/** Renders the first picture of a page. The browser fetches this picture with high priority. */
export function LeadPicture({ src }: { src: string }) {
  return (
    <img src={src} alt="" width={640} height={360} className={styles.picture} fetchPriority="high" decoding="async" />
  )
}
