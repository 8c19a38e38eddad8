import { joinClasses } from '#ui/content/join-classes.ts'
import { thumbPath } from '#web/uploads/picture-copies.ts'
import styles from './thumbs.module.css'

const max = 3

/** Renders the picture of an item, whose name is next to it. */
export function Thumb({ src, size = 'row' }: { src: string | null; size?: 'row' | 'line' | 'large' }) {
  return (
    <span className={joinClasses(styles.thumb, styles[size])}>
      {src && <img src={thumbPath(src)} alt="" width={335} height={445} loading="lazy" decoding="async" />}
    </span>
  )
}

/** Renders at most three overlapping pictures, then the number of the others. */
export function Thumbs({ images, count }: { images: (string | null)[]; count: number }) {
  const shown = images.slice(0, max)
  const more = count - shown.length
  return (
    <span className={styles.thumbs}>
      {shown.map((src, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may occur twice, and no picture has state.
        <Thumb key={at} src={src} />
      ))}
      {more > 0 && shown.length > 0 && (
        <bdi dir="ltr" className={styles.more} aria-hidden>
          +{more}
        </bdi>
      )}
      <span className="visually-hidden">{count}</span>
    </span>
  )
}
