import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'

/** Limits that the screen and the server share. */
export const reviewMaxLength = 500
export const reviewImagesMax = 5
export const defaultStars = 5

const rankPerStar = 20

/** Converts half steps from 0.5 to 5 stars to ranks from 10 to 100. */
export function toRank(stars: number): number {
  return Math.round(stars * 2) * (rankPerStar / 2)
}

export function toStars(rank: number): number {
  return rank / rankPerStar
}

export function isRank(rank: number): boolean {
  return Number.isInteger(rank) && rank >= 10 && rank <= 100 && rank % 10 === 0
}

/** Returns the problem of a text, or null. The screen and the API show the same sentence. */
export function findReviewProblem(content: string): string | null {
  if (content.trim() === '') return msg('Please enter description')
  return content.length > reviewMaxLength ? describeTooLong(reviewMaxLength) : null
}

/** Returns whether an order can be reviewed. Reviews can be written and viewed once the order is complete. */
export function canReview(orderStatusId: number, reviewsSwitch: string): boolean {
  return orderStatusId === orderStatus.complete && reviewsSwitch === 'on'
}

/** Masks a name for the public. The masked name distinguishes reviewers without identifying them. */
export function maskAuthor(name: string): string {
  const characters = Array.from(name.trim().split(/\s+/)[0] ?? '')
  const first = characters[0]?.toUpperCase() ?? ''
  return `${first}***${characters.length > 1 ? (characters.at(-1) ?? '') : ''}`
}

/** The number of published reviews with a rank, with or without pictures. */
export type RankCount = { rank: number; hasImages: boolean; reviews: number }
export type StarCount = { stars: number; reviews: number }
export type ReviewFilter = { withPhotos: boolean; stars: number | null }

/** Returns the star bucket of a rank. Half stars count as the next full star, so 4.5 counts as 5. */
export function toStarBucket(rank: number): number {
  return Math.ceil(rank / rankPerStar)
}

/** Returns the lowest and highest rank of a bucket, for example 70 and 80 for 4 stars. */
export function ranksOfBucket(stars: number): [number, number] {
  return [stars * rankPerStar - 10, stars * rankPerStar]
}

/** 40: the rank of two stars, and the highest rank of a critical review. */
export const fewStarsRank = 40
/** The days for which a review without an answer counts as unread. */
export const unreadDays = 7
/** The filters of the list of unread reviews. */
export const unreadSearch = { state: 'published', is_answered: 'false', is_read: 'false', days: String(unreadDays) }

/** Returns all ranks up to a maximum, for example up to 40 for two stars. */
export function ranksUpTo(max: number): number[] {
  return [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].filter((rank) => rank <= max)
}

/**
 * Rounds an average to one decimal. Only an exact average of 5 is shown as 5. A single lower rating lowers the average
 * to 4.9 or less.
 */
export function roundAverage(averageRank: number): number {
  const stars = averageRank / rankPerStar
  const rounded = Math.round(stars * 10) / 10
  return stars < 5 ? Math.min(rounded, 4.9) : rounded
}

/** Returns the average in stars with one decimal, and the number of reviews per star, five first. */
export function summariseRanks(counts: RankCount[]): {
  average: number
  total: number
  withPhotos: number
  distribution: StarCount[]
} {
  const total = countReviews(counts)
  const ranks = counts.reduce((sum, { rank, reviews }) => sum + rank * reviews, 0)
  return {
    average: total === 0 ? 0 : roundAverage(ranks / total),
    total,
    withPhotos: countReviews(counts, { withPhotos: true, stars: null }),
    distribution: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      reviews: countReviews(counts, { withPhotos: false, stars }),
    })),
  }
}

/** Returns the number of reviews that match a filter. */
export function countReviews(counts: RankCount[], filter: ReviewFilter = { withPhotos: false, stars: null }): number {
  return counts
    .filter(({ hasImages }) => hasImages || !filter.withPhotos)
    .filter(({ rank }) => filter.stars === null || toStarBucket(rank) === filter.stars)
    .reduce((sum, { reviews }) => sum + reviews, 0)
}

type ChosenLabel = { labelId: number; kind: 'tag' | 'fit' }

/**
 * Returns the fit label of a review, or null. Labels can be combined, but a review with two fit labels does not count
 * toward the fit.
 */
export function findFitAnswer(labels: readonly ChosenLabel[]): number | null {
  const answers = labels.filter(({ kind }) => kind === 'fit')
  return answers.length === 1 ? (answers[0]?.labelId ?? null) : null
}

export type FitCount = { name: string; reviews: number }

/** Returns the fit that more than half of the reviewers chose, or null. At least 3 reviewers must have chosen a fit. */
export function findFitVerdict(fit: FitCount[]): FitCount | null {
  const total = fit.reduce((sum, { reviews }) => sum + reviews, 0)
  const max = fit.reduce<FitCount | null>(
    (highest, one) => (highest && highest.reviews >= one.reviews ? highest : one),
    null,
  )
  return max && total >= 3 && max.reviews * 2 > total ? max : null
}

/** Returns shares in whole percent that add up to 100, by largest remainder. */
export function toPercents(counts: number[]): number[] {
  const total = counts.reduce((sum, one) => sum + one, 0)
  if (total === 0) return counts.map(() => 0)
  const shares = counts.map((one, index) => {
    const exact = (one * 100) / total
    return { index, whole: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  const missing = 100 - shares.reduce((sum, { whole }) => sum + whole, 0)
  const roundedUp = new Set(
    [...shares]
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return shares.map(({ index, whole }) => whole + (roundedUp.has(index) ? 1 : 0))
}

/** Converts a filter to the query parameters of the calls. */
export function toReviewQuery({ withPhotos, stars }: ReviewFilter): { with_photos?: 1; stars?: number } {
  return { ...(withPhotos && { with_photos: 1 }), ...(stars !== null && { stars }) }
}
