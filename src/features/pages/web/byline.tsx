import { Literal } from '#web/ui/literal.tsx'
import styles from './pages.module.css'

/** Who wrote it, and on which day: the same day for everybody, wherever they read it. */
export function Byline({ author, publishedAt }: { author: string; publishedAt: string }) {
  const day = publishedAt.slice(0, 10)
  return (
    <span className={styles.meta}>
      {author && <span translate="no">{author} · </span>}
      <time dateTime={day}>
        <Literal>{day}</Literal>
      </time>
    </span>
  )
}
