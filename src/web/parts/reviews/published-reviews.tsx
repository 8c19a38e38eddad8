import { useRef } from 'react'
import { Button } from '#ui/buttons/button.tsx'
import { Chip, ChipGroup } from '#ui/buttons/chip.tsx'
import { joinClasses } from '#ui/content/join-classes.ts'
import { FormProblem } from '#ui/fields/form-problem.tsx'
import { useT } from '#ui/i18n/use-t.ts'
import { ViewMore } from '#ui/lists/view-more.tsx'
import styles from './published-reviews.module.css'
import { type FitShare, FitSummary, type Rating, RatingSummary } from './rating-summary.tsx'
import { ReviewCard, type ReviewCardProps } from './review-card.tsx'

export type ReviewsFilter = { withPhotos: boolean; stars: number | null }
export type ReviewBoard = { rating: Rating; withPhotos: number; fit: FitShare[]; fitVerdict: string | null }

type PublishedReviewsProps = {
  board: ReviewBoard
  /** The id of the heading above. */
  labelledBy: string
  cards: (ReviewCardProps & { id: string })[]
  filter: ReviewsFilter
  onFilter: (filter: ReviewsFilter) => void
  hasMore: boolean
  onMore: () => void
  isBusy: boolean
  hasFailed: boolean
}

/** Renders the reviews of other shoppers: the summary, the filters, and the reviews page by page. */
export function PublishedReviews(props: PublishedReviewsProps) {
  const { board, labelledBy, cards, filter, onFilter, hasMore, onMore, isBusy, hasFailed } = props
  const t = useT()
  const list = useRef<HTMLUListElement>(null)
  if (board.rating.total === 0) return <p className={styles.none}>{t('No reviews yet')}</p>
  return (
    <div className={styles.board}>
      <RatingSummary {...board.rating} />
      <FitSummary shares={board.fit} verdict={board.fitVerdict} />
      <ChipGroup labelledBy={labelledBy}>
        {board.withPhotos > 0 && (
          <Chip on={filter.withPhotos} onChange={(on) => onFilter({ ...filter, withPhotos: on })}>
            {t('With pictures ({amount})', { amount: board.withPhotos })}
          </Chip>
        )}
        {board.rating.distribution
          .filter(({ reviews }) => reviews > 0)
          .map(({ stars }) => (
            <Chip
              key={stars}
              on={filter.stars === stars}
              onChange={(on) => onFilter({ ...filter, stars: on ? stars : null })}
            >
              {t('{stars, plural, one {# star} other {# stars}}', { stars })}
            </Chip>
          ))}
      </ChipGroup>
      <ul ref={list} className={joinClasses(styles.list, isBusy && styles.waiting)} aria-busy={isBusy}>
        {cards.map(({ id, ...card }) => (
          <li key={id} className={styles.item}>
            <ReviewCard {...card} />
          </li>
        ))}
      </ul>
      {cards.length === 0 && !isBusy && <p className={styles.none}>{t('No reviews match this filter')}</p>}
      <FormProblem refusal={null} hasFailed={hasFailed} />
      {hasFailed && (
        <Button tone="secondary" block busy={isBusy} onClick={() => onFilter(filter)}>
          {t('refresh')}
        </Button>
      )}
      <ViewMore list={list} shown={cards.length} hasMore={hasMore && !hasFailed} busy={isBusy} onMore={onMore} block />
    </div>
  )
}
