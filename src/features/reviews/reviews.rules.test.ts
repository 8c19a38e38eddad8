import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  canReview,
  countReviews,
  findFitVerdict,
  findReviewProblem,
  isRank,
  maskAuthor,
  ranksOfBucket,
  summariseRanks,
  toPercents,
  toRank,
  toStarBucket,
  toStars,
} from './reviews.rules.ts'

const halfSteps = Array.from({ length: 10 }, (_, index) => (index + 1) / 2)

test('converts every half star to a rank and back', () => {
  expect(halfSteps.map(toRank)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  for (const stars of halfSteps) expect(toStars(toRank(stars))).toBe(stars)
})

test.each([
  [10, true],
  [100, true],
  [55, false],
  [0, false],
  [110, false],
  [-10, false],
  [20.5, false],
  [Number.NaN, false],
])('accepts %d as a rank: %s', (rank, expected) => {
  expect(isRank(rank)).toBe(expected)
})

test.each([
  ['', 'Please enter description'],
  [' \n ', 'Please enter description'],
  ['Soft.', null],
  ['x'.repeat(500), null],
  ['x'.repeat(501), 'No more than 500 characters'],
])('validates the text %j', (content, problem) => {
  expect(findReviewProblem(content)).toBe(problem)
})

test.each([
  [11, 'on', true],
  [11, 'off', false],
  [10, 'on', false],
  [9, 'on', false],
])('allows a review of an order in status %d with reviews switched %s: %s', (status, reviewsSwitch, expected) => {
  expect(canReview(status, reviewsSwitch)).toBe(expected)
})

test.each([
  ['Ada Lovelace', 'A***a'],
  ['bo', 'B***o'],
  ['X', 'X***'],
  ['', '***'],
  ['林小雨', '林***雨'],
  ['😀b', '😀***b'],
])('masks %s as %s', (name, shown) => {
  expect(maskAuthor(name)).toBe(shown)
})

const counts = [
  { rank: 100, hasImages: true, reviews: 2 },
  { rank: 90, hasImages: false, reviews: 3 },
  { rank: 60, hasImages: false, reviews: 1 },
  { rank: 10, hasImages: true, reviews: 1 },
]

test('counts half stars together with the next full star', () => {
  expect(summariseRanks(counts)).toEqual({
    average: 3.9,
    total: 7,
    withPhotos: 3,
    distribution: [
      { stars: 5, reviews: 5 },
      { stars: 4, reviews: 0 },
      { stars: 3, reviews: 1 },
      { stars: 2, reviews: 0 },
      { stars: 1, reviews: 1 },
    ],
  })
  expect(summariseRanks([])).toMatchObject({ average: 0, total: 0 })
  expect(countReviews(counts, { withPhotos: true, stars: 5 })).toBe(2)
})

test('returns an average of 5 only if every rating is 5', () => {
  const fiveStars = (reviews: number) => ({ rank: 100, hasImages: false, reviews })
  const oneFourAndHalf = { rank: 90, hasImages: false, reviews: 1 }
  expect(summariseRanks([fiveStars(3)]).average).toBe(5)
  expect(summariseRanks([fiveStars(11), oneFourAndHalf]).average).toBe(4.9)
  expect(summariseRanks([fiveStars(9_999), oneFourAndHalf]).average).toBe(4.9)
  expect(summariseRanks([fiveStars(1), oneFourAndHalf]).average).toBe(4.8)
})

test('keeps every rank within the bounds of its bucket', () => {
  for (const rank of halfSteps.map(toRank)) {
    const [least, max] = ranksOfBucket(toStarBucket(rank))
    expect(rank).toBeGreaterThanOrEqual(least)
    expect(rank).toBeLessThanOrEqual(max)
  }
})

const fitCounts = (small: number, right: number, large: number) => [
  { name: 'Runs small', reviews: small },
  { name: 'True to size', reviews: right },
  { name: 'Runs large', reviews: large },
]

test.each([
  ['a single answer is not enough', fitCounts(0, 1, 0), null],
  ['more than half agree', fitCounts(1, 5, 0), 'True to size'],
  ['exactly half is not enough', fitCounts(3, 3, 0), null],
  ['no answers', fitCounts(0, 0, 0), null],
])('finds the fit that most reviewers chose: %s', (_, counted, name) => {
  expect(findFitVerdict(counted)?.name ?? null).toBe(name)
})

test('computes percentages that always add up to 100', () => {
  expect(toPercents([1, 1, 1])).toEqual([34, 33, 33])
  expect(toPercents([0, 0])).toEqual([0, 0])
  fc.assert(
    fc.property(fc.array(fc.nat(1000), { minLength: 1, maxLength: 6 }), (numbers) => {
      fc.pre(numbers.some((one) => one > 0))
      expect(toPercents(numbers).reduce((sum, one) => sum + one, 0)).toBe(100)
    }),
  )
})
