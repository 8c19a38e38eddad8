import { Day } from '#ui/time/day.tsx'
import styles from './pages.module.css'

/** Renders the author and the publication day. Readers in every time zone see the same day. */
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
