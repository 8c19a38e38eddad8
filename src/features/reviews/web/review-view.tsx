import { Tag, TagRow } from '#ui/content/tag.tsx'
import { Stars } from '#ui/fields/star-rating.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { Section } from '#ui/layout/page.tsx'
import { LocalTime } from '#ui/time/local-time.tsx'
import { ReviewPictures } from '#web/parts/reviews/review-pictures.tsx'
import type { Review } from '../reviews.contract.ts'
import { toStars } from '../reviews.rules.ts'
import styles from './review-view.module.css'

export function ReviewView({ review }: { review: Review }) {
  const t = useT()
  const stars = toStars(review.rank)
  return (
    <>
      <Section className={styles.rating}>
        <Stars value={stars} size="large" />
        <p className={styles.words} aria-hidden="true">
          {t('{value} of {total}', { value: stars, total: 5 })}
        </p>
      </Section>
      <Section className={styles.review}>
        <h2 className={styles.label}>{t('Your review')}</h2>
        <p className={styles.content} dir="auto">
          {review.content}
        </p>
        {review.label.length > 0 && (
          <TagRow>
            {review.label.map(({ name }) => (
              <Tag key={name}>{t(name)}</Tag>
            ))}
          </TagRow>
        )}
        <ReviewPictures pictures={review.images.data.map(({ path }) => path)} />
        <p className={styles.date}>
          <LocalTime>{review.created_at}</LocalTime>
        </p>
      </Section>
    </>
  )
}
