import { useState } from 'react'
import { AppLink } from '#web/app-link.tsx'
import { useT } from '#web/i18n/use-t.ts'
import { Literal } from '#web/ui/literal.tsx'
import { LocalTime } from '#web/ui/local-time.tsx'
import { PictureViewer } from '#web/ui/picture-viewer.tsx'
import { Stars } from '#web/ui/star-rating.tsx'
import { Tag, TagRow } from '#web/ui/tag.tsx'
import { ProductImage, thumbPath } from './product-image.tsx'
import styles from './review-card.module.css'

export type ReviewCardProps = {
  /** Hidden behind stars, such as `A***a`. */
  author: string
  stars: number
  /** As the wire has it, UTC; the card shows the reader's own day. */
  writtenAt: string
  /** 'Sand / US 7.5' */
  options?: string
  content: string
  labels: string[]
  pictures: string[]
  /** What the shop said to it. */
  answer?: string
  /** Where reviews of many products stand together. */
  product?: { name: string; href: string; image: string }
}

/** What somebody else wrote. */
export function ReviewCard(props: ReviewCardProps) {
  const { author, stars, writtenAt, options, content, labels, pictures, answer, product } = props
  const t = useT()
  return (
    <article className={styles.card} aria-label={author}>
      <header className={styles.head}>
        <Stars value={stars} />
        <p className={styles.meta}>
          <Literal>{author}</Literal>
          <LocalTime isDay>{writtenAt}</LocalTime>
        </p>
      </header>
      {options && <p className={styles.options}>{options}</p>}
      {/* What shoppers wrote is theirs: `dir="auto"` reads it in its own direction. */}
      <p className={styles.content} dir="auto">
        {content}
      </p>
      {labels.length > 0 && (
        <TagRow>
          {labels.map((name) => (
            <Tag key={name}>{t(name)}</Tag>
          ))}
        </TagRow>
      )}
      <ReviewPictures pictures={pictures} />
      {answer && (
        <div className={styles.answer}>
          <p className={styles.answerTitle}>{t('Answer from the shop')}</p>
          <p className={styles.content} dir="auto">
            {answer}
          </p>
        </div>
      )}
      {product && (
        <AppLink href={product.href} className={styles.product}>
          <ProductImage src={thumbPath(product.image)} alt="" size="small" />
          <span>{product.name}</span>
        </AppLink>
      )}
    </article>
  )
}

/** Small pictures in a row; each opens over the whole screen. */
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
            <button type="button" className={styles.picture} onClick={() => setOpen(index)}>
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
      <PictureViewer pictures={named} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
    </>
  )
}
