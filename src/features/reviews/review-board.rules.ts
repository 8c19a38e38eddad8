import { formatOption } from '#features/catalogue/catalogue.rules.ts'
import type { PublishedReview, ReviewSummary } from './reviews.contract.ts'
import { findFitVerdict, toPercents, toStars } from './reviews.rules.ts'

export function toReviewCard(review: PublishedReview) {
  return {
    id: review.id,
    author: review.author,
    stars: toStars(review.rank),
    writtenAt: review.created_at,
    options: review.options.map(formatOption).join(' / '),
    content: review.content,
    labels: review.label.map(({ name }) => name),
    pictures: review.images.data.map(({ path }) => path),
    ...(review.answer && { answer: review.answer.content }),
  }
}

/** Returns the summary above the cards. */
export function toReviewBoard({ average, total, distribution, with_photos, fit }: ReviewSummary) {
  const percents = toPercents(fit.map(({ reviews }) => reviews))
  return {
    rating: { average, total, distribution },
    withPhotos: with_photos,
    fit: fit.map(({ name }, index) => ({ name, percent: percents[index] ?? 0 })),
    fitVerdict: findFitVerdict(fit)?.name ?? null,
  }
}
