import * as z from 'zod/mini'
import { filledText, queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffFile, defineStaffList, ListInput, StaffTime } from '#contract/calls/staff-call.ts'

export const StaffReview = z.object({
  id: z.string(),
  state: z.enum(['published', 'hidden']),
  hidden_reason: z.nullable(z.string()),
  /** The rank, 20 per star. */
  rank: z.int(),
  content: z.string(),
  labels: z.array(z.string()),
  /** The ids of the pictures, for the call that returns a picture. */
  pictures: z.array(z.string()),
  author: z.string(),
  customer_id: z.string(),
  order_number: z.string(),
  product: z.object({ handle: z.string(), name: z.string() }),
  /** The bought item, as its order shows it. */
  image: z.string(),
  options: z.array(z.string()),
  sku: z.string(),
  created_at: StaffTime,
  /** The time at which staff read the review. */
  read_at: z.nullable(StaffTime),
  answer: z.nullable(z.object({ content: z.string(), at: StaffTime })),
  possible: z.array(z.enum(['hide', 'show', 'answer', 'read', 'unread'])),
})
export type StaffReview = z.output<typeof StaffReview>

const ReviewId = z.object({ id: z.string().check(z.maxLength(50)) })

export const listStaffReviews = defineStaffList({
  path: '/reviews',
  about: 'Lists published and hidden reviews, the newest first.',
  scope: 'reviews:read',
  input: z.object({
    ...ListInput,
    /** The highest rank, for example 40 for two stars or fewer. */
    rank: z.optional(queryNumber(10, 100)),
    state: z.optional(z.enum(['published', 'hidden'])),
    has_pictures: z.optional(z.enum(['true', 'false'])),
    is_answered: z.optional(z.enum(['true', 'false'])),
    is_read: z.optional(z.enum(['true', 'false'])),
    product: z.optional(z.string().check(z.maxLength(200))),
    /** The maximum age of a review in days. */
    days: z.optional(queryNumber(1, 366)),
  }),
  output: StaffReview,
})
export const countReviews = defineStaffCall({
  method: 'GET',
  path: '/review-counts',
  about:
    'Returns the average rank (20 points per star) and the number of reviews: by state, unread, with few stars, with pictures and unanswered. `unanswered` is null above 10,000 published reviews.',
  scope: 'reviews:read',
  input: z.object({}),
  output: z.object({
    published: z.int(),
    hidden: z.int(),
    average_rank: z.nullable(z.number()),
    to_read: z.int(),
    few_stars: z.int(),
    with_pictures: z.int(),
    unanswered: z.nullable(z.int()),
  }),
  example: { input: {} },
})
export const getStaffReview = defineStaffCall({
  method: 'GET',
  path: '/reviews/:id',
  about: 'Returns a review.',
  scope: 'reviews:read',
  input: ReviewId,
  output: StaffReview,
})
export const getReviewPicture = defineStaffFile({
  method: 'GET',
  path: '/reviews/:id/images/:image_id',
  about: 'Returns a picture of a published or hidden review.',
  scope: 'reviews:read',
  input: z.extend(ReviewId, { image_id: z.string().check(z.maxLength(64)) }),
})

const command = { method: 'POST', scope: 'reviews:write', output: StaffReview } as const

export const hideReview = defineStaffCall({
  ...command,
  path: '/reviews/:id/hide',
  about: 'Hides a review from the shop. Only staff see the reason.',
  input: z.extend(ReviewId, { reason: filledText(300) }),
})
export const showReview = defineStaffCall({
  ...command,
  path: '/reviews/:id/show',
  about: 'Publishes a hidden review again.',
  input: ReviewId,
})
export const answerReview = defineStaffCall({
  ...command,
  path: '/reviews/:id/answer',
  about: 'Adds or replaces the public answer to a review. An empty `content` deletes the answer.',
  input: z.extend(ReviewId, { content: z.string().check(z.trim(), z.maxLength(1000)) }),
})
export const readReview = defineStaffCall({
  ...command,
  path: '/reviews/:id/read',
  about: 'Marks a review as read. The review stays published.',
  input: ReviewId,
})
export const unreadReview = defineStaffCall({
  ...command,
  path: '/reviews/:id/unread',
  about: 'Marks a review as unread.',
  input: ReviewId,
})
