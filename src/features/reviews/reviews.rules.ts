import { describeTooLong } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { orderStatus } from '#features/orders/orders.rules.ts'

/** These limits are the same on the screen and on the server. */
export const reviewMaxLength = 500
export const reviewImagesMax = 5
export const defaultStars = 5

const rankPerStar = 20

/** Half steps from half a star to five, told on the wire as 10 to 100. */
export function toRank(stars: number): number {
  return Math.round(stars * 2) * (rankPerStar / 2)
}

export function toStars(rank: number): number {
  return rank / rankPerStar
}

export function isRank(rank: number): boolean {
  return Number.isInteger(rank) && rank >= 10 && rank <= 100 && rank % 10 === 0
}

/** What is wrong with the text, or null; the same sentence on the screen and in the API's answer. */
export function findReviewProblem(content: string): string | null {
  if (content.trim() === '') return msg('Please enter description')
  return content.length > reviewMaxLength ? describeTooLong(reviewMaxLength) : null
}

/** Reviews can be written and viewed once the order is complete. */
export function canReview(orderStatusId: number, reviewsSwitch: string): boolean {
  return orderStatusId === orderStatus.complete && reviewsSwitch === 'on'
}

/** How the shop names a reviewer in public: enough to tell two apart, too little to find one. */
export function maskAuthor(name: string): string {
  const letters = Array.from(name.trim().split(/\s+/)[0] ?? '')
  const first = letters[0]?.toUpperCase() ?? ''
  return `${first}***${letters.length > 1 ? (letters.at(-1) ?? '') : ''}`
}

/** How many published reviews have this rank, with or without pictures. */
export type RankCount = { rank: number; hasImages: boolean; reviews: number }
export type StarCount = { stars: number; reviews: number }
export type ReviewFilter = { withPhotos: boolean; stars: number | null }

/** Four and a half stars count among the five: every half step belongs to the star it has begun. */
export function toStarBucket(rank: number): number {
  return Math.ceil(rank / rankPerStar)
}

/** The ranks of one bar of the distribution: 4 stars are 70 and 80. */
export function ranksOfBucket(stars: number): [number, number] {
  return [stars * rankPerStar - 10, stars * rankPerStar]
}

/** Two stars and worse; staff look at these first. */
export const fewStarsRank = 40
/** For so long a review without an answer waits to be read. */
export const unreadDays = 7
/** What a list of them asks for. */
export const unreadSearch = { state: 'published', is_answered: 'false', is_read: 'false', days: String(unreadDays) }

/** Every rank up to one: 40 is two stars and worse. */
export function ranksUpTo(most: number): number[] {
  return [10, 20, 30, 40, 50, 60, 70, 80, 90, 100].filter((rank) => rank <= most)
}

/** Rounds an average to one decimal. Only an exact average of 5 is shown as 5: a single lower rating keeps the figure at 4.9. */
export function roundAverage(averageRank: number): number {
  const stars = averageRank / rankPerStar
  const rounded = Math.round(stars * 10) / 10
  return stars < 5 ? Math.min(rounded, 4.9) : rounded
}

/** The average in stars with one decimal, and how many reviews each star got, five first. */
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

/** How many reviews a filter leaves. */
export function countReviews(counts: RankCount[], filter: ReviewFilter = { withPhotos: false, stars: null }): number {
  return counts
    .filter(({ hasImages }) => hasImages || !filter.withPhotos)
    .filter(({ rank }) => filter.stars === null || toStarBucket(rank) === filter.stars)
    .reduce((sum, { reviews }) => sum + reviews, 0)
}

type ChosenLabel = { labelId: number; kind: 'tag' | 'fit' }

/** What a review says about the fit. Labels are free to combine, and two answers at once are none that can be counted. */
export function findFitAnswer(labels: readonly ChosenLabel[]): number | null {
  const answers = labels.filter(({ kind }) => kind === 'fit')
  return answers.length === 1 ? (answers[0]?.labelId ?? null) : null
}

export type FitCount = { name: string; reviews: number }

/** What most wearers say about the fit, once enough of them said something and more than half agree. */
export function findFitVerdict(fit: FitCount[]): FitCount | null {
  const total = fit.reduce((sum, { reviews }) => sum + reviews, 0)
  const most = fit.reduce<FitCount | null>((best, one) => (best && best.reviews >= one.reviews ? best : one), null)
  return most && total >= 3 && most.reviews * 2 > total ? most : null
}

/** Shares in whole percent that add up to 100, by largest remainder. */
export function toPercents(counts: number[]): number[] {
  const total = counts.reduce((sum, one) => sum + one, 0)
  if (total === 0) return counts.map(() => 0)
  const shares = counts.map((one, index) => {
    const exact = (one * 100) / total
    return { index, whole: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  const missing = 100 - shares.reduce((sum, { whole }) => sum + whole, 0)
  const lifted = new Set(
    [...shares]
      .sort((a, b) => b.rest - a.rest || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  )
  return shares.map(({ index, whole }) => whole + (lifted.has(index) ? 1 : 0))
}

/** The filter as the calls ask for it. */
export function toReviewQuery({ withPhotos, stars }: ReviewFilter): { with_photos?: 1; stars?: number } {
  return { ...(withPhotos && { with_photos: 1 }), ...(stars !== null && { stars }) }
}
