import { Day } from '#ui/content/day.tsx'
import styles from './pages.module.css'

/** Who wrote it, and on which day: the same day for everybody, wherever they read it. */
export function Byline({ author, publishedAt }: { author: string; publishedAt: string }) {
  return (
    <span className={styles.meta}>
      {author && (
        <>
          <bdi translate="no">{author}</bdi>
          <span> · </span>
        </>
      )}
      <Day>{publishedAt}</Day>
    </span>
  )
}
