import { Literal } from '#ui/content/literal.tsx'
import { Tag, TagRow } from '#ui/content/tag.tsx'
import { Stars } from '#ui/fields/star-rating.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { LocalTime } from '#ui/time/local-time.tsx'
import { AppLink } from '#web/navigation/app-link.tsx'
import { ProductImage } from '../product-image.tsx'
import styles from './review-card.module.css'
import { ReviewPictures } from './review-pictures.tsx'

export type ReviewCardProps = {
  /** The masked name, such as `A***a`. */
  author: string
  stars: number
  /** The wire time, in UTC. The card shows the day in the reader's time zone. */
  writtenAt: string
  /** The bought options, such as 'Sand / US 7.5'. */
  options?: string
  content: string
  labels: string[]
  pictures: string[]
  /** The reply of the shop. */
  answer?: string
  /** The product, for lists with reviews of many products. */
  product?: { name: string; href: string; image: string }
}

/** Renders a review by another shopper. */
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
      {/* The text of a shopper may have another direction than the page, which `dir="auto"` detects. */}
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
          <ProductImage src={product.image} alt="" size="small" />
          <span>{product.name}</span>
        </AppLink>
      )}
    </article>
  )
}
