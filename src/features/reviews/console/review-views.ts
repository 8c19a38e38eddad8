import { reviewsLink } from '#console/shell/console-links.ts'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffInput, StaffOutput } from '#contract/calls/staff-call.ts'
import { fewStarsRank, unreadSearch } from '../reviews.rules.ts'
import type { countReviews, listStaffReviews } from '../reviews.staff.contract.ts'

export type ReviewsSearch = {
  /** The view. The value `all` shows all reviews. Without any filter the list shows unread reviews. */
  view?: string
  rank?: string
  state?: string
  has_pictures?: string
  is_answered?: string
  product?: string
  days?: string
}
const rowsAtOnce = 30

/**
 * Returns the input of the list call for the search in the page address. Without a search, the list shows unread
 * reviews.
 */
export function inputOf({ after, ...search }: ReviewsSearch & { after?: string }) {
  const { view, ...filters } = search
  const isPlain = Object.values(search).every((value) => value === undefined)
  const usedSearch = isPlain ? unreadSearch : filters
  return { ...usedSearch, ...(after && { after }), limit: rowsAtOnce } as unknown as StaffInput<typeof listStaffReviews>
}

export type Counts = StaffOutput<typeof countReviews>
const views: { name: string; search: ReviewsSearch; count: (of: Counts) => number | null }[] = [
  { name: 'To read', search: {}, count: ({ to_read }) => to_read },
  {
    name: 'One and two stars',
    search: { state: 'published', rank: String(fewStarsRank) },
    count: ({ few_stars }) => few_stars,
  },
  {
    name: 'With photos',
    search: { state: 'published', has_pictures: 'true' },
    count: ({ with_pictures }) => with_pictures,
  },
  {
    name: 'No answer yet',
    search: { state: 'published', is_answered: 'false' },
    count: ({ unanswered }) => unanswered,
  },
  { name: 'Hidden', search: { state: 'hidden' }, count: ({ hidden }) => hidden },
  { name: 'All', search: { view: 'all' }, count: ({ published, hidden }) => published + hidden },
]

/** Returns the built-in views with their counts. */
export const listBuiltIn = (counts: Counts) =>
  views.map((view) => ({
    name: view.name,
    href: reviewsLink + toQuery(view.search),
    count: view.count(counts),
    isLate: view.name === 'One and two stars' && counts.few_stars > 0,
  }))
