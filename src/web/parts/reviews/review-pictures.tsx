import { useState } from 'react'
import { useT } from '#ui/i18n/use-t.ts'
import { thumbPath } from '#web/uploads/picture-copies.ts'
import { fetchViewer, LazyViewer } from '../page/lazy-viewer.tsx'
import styles from './review-card.module.css'

/** Renders small pictures in a row. Each opens in full screen. */
export function ReviewPictures({ pictures }: { pictures: string[] }) {
  const t = useT()
  const [open, setOpen] = useState<number | null>(null)
  if (pictures.length === 0) return null
  const named = pictures.map((src, index) => ({ src, alt: t('Picture {number}', { number: index + 1 }) }))
  return (
    <>
      <ul className={styles.pictures}>
        {named.map(({ src, alt }, index) => (
          <li key={src}>
            <button
              type="button"
              className={styles.picture}
              onClick={() => setOpen(index)}
              onPointerEnter={fetchViewer}
              onFocus={fetchViewer}
            >
              <img
                src={thumbPath(src)}
                alt={alt}
                width={252}
                height={252}
                loading="lazy"
                decoding="async"
                className={styles.image}
              />
            </button>
          </li>
        ))}
      </ul>
      <LazyViewer pictures={named} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
    </>
  )
}
