import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare, codeZero, truthyData } from '#contract/calls/envelopes.ts'
import { Email, Pagination, Paging, problemCheck, queryNumber, TypedRowId } from '#contract/calls/fields.ts'
import { msg } from '#contract/text/translate.ts'
import { Handle, SkuOption } from '#features/catalogue/catalogue.contract.ts'
import { findReviewProblem, isRank, reviewMaxLength } from './reviews.rules.ts'

const Id = z.string().check(z.minLength(1), z.maxLength(64))
const ProductId = TypedRowId

/** Ids as an array or joined by commas. Clients send both formats. */
const IdList = z.pipe(
  z.union([
    z.string().check(z.maxLength(2000)),
    z.array(z.union([z.string().check(z.maxLength(64)), z.number()])).check(z.maxLength(100)),
  ]),
  z.transform((ids) => {
    const parts = typeof ids === 'string' ? ids.split(',') : ids.map(String)
    return [...new Set(parts.map((id) => id.trim()).filter((id) => id !== ''))]
  }),
)

const Label = z.object({ name: z.string() })
const Pictures = z.object({ data: z.array(z.object({ path: z.string() })) })

export const Review = z.object({
  id: z.string(),
  product_id: z.int(),
  sku: z.string(),
  rank: z.int(),
  content: z.string(),
  label: z.array(Label),
  images: Pictures,
  created_at: z.string(),
})
export type Review = z.output<typeof Review>

export const listMyReviews = defineCall({
  method: 'GET',
  path: '/rest/customer/reviews',
  about: 'Lists the signed-in shopper’s reviews of one order, or of one product in the order.',
  access: 'customer',
  envelope: bare,
  alsoAnswers: [404],
  input: z.object({
    order_id: Id,
    product_id: z.optional(ProductId),
    page: z._default(queryNumber(1, 100_000), 1),
    per_page: z._default(queryNumber(1, 200), 200),
  }),
  output: z.object({ data: z.array(Review), meta: z.object({ pagination: Pagination }) }),
})

/** A label. All labels can be combined. Labels of kind `fit` are shown under a separate question. */
export const ReviewLabel = z.object({ id: z.int(), name: z.string(), kind: z.enum(['tag', 'fit']) })
export type ReviewLabel = z.output<typeof ReviewLabel>

export const listReviewLabels = defineCall({
  method: 'GET',
  path: '/rest/reviews/label',
  about: 'Lists the labels that a review can have.',
  access: 'anyone',
  envelope: codeZero,
  input: z.object({}),
  output: z.array(ReviewLabel),
})

export const writeReview = defineCall({
  method: 'POST',
  path: '/rest/reviews',
  about: 'Creates a review of one SKU of a complete order. A repeated request returns the first review.',
  access: 'customer',
  envelope: truthyData,
  alsoAnswers: [404],
  input: z.object({
    order_no: z.string().check(z.minLength(1), z.maxLength(15)),
    product_id: ProductId,
    sku: z.string().check(z.minLength(1), z.maxLength(100)),
    email: z.optional(Email),
    rank: z.coerce
      .number<number | string>()
      .check(z.refine(isRank, msg('Please choose a rating from half a star to five stars'))),
    content: z
      .string(msg('Please enter description'))
      .check(z.trim(), problemCheck(findReviewProblem), z.maxLength(reviewMaxLength)),
    image_ids: z._default(IdList, []),
    label_ids: z._default(IdList, []),
  }),
  output: Review,
})

export const uploadReviewImage = defineCall({
  method: 'POST',
  path: '/rest/review-images',
  about:
    'Uploads a picture for a review of a product that the shopper bought. Pictures that no review uses are deleted after a day.',
  access: 'customer',
  envelope: bare,
  alsoAnswers: [404],
  sentAs: 'multipart',
  asksOthers: true,
  input: z.object({
    image: z.instanceof(Blob, { error: msg('Please choose a picture') }),
    email: z.optional(Email),
    product_id: ProductId,
  }),
  output: z.object({ image: z.object({ id: z.string(), url: z.string() }) }),
})

export const PublishedReview = z.object({
  id: z.string(),
  author: z.string(),
  rank: z.int(),
  content: z.string(),
  label: z.array(Label),
  images: Pictures,
  created_at: z.string(),
  /** The bought options, such as color and size. */
  options: z.array(SkuOption),
  product: z.object({ handle: z.string(), name: z.string(), image: z.string() }),
  /** The answer of the shop. */
  answer: z.optional(z.object({ content: z.string(), created_at: z.string() })),
})
export type PublishedReview = z.output<typeof PublishedReview>

export const ReviewSummary = z.object({
  /** The average in stars with one decimal, or 0 without reviews. */
  average: z.number(),
  total: z.int(),
  with_photos: z.int(),
  distribution: z.array(z.object({ stars: z.int(), reviews: z.int() })),
  fit: z.array(z.object({ name: z.string(), reviews: z.int() })),
})
export type ReviewSummary = z.output<typeof ReviewSummary>

const PublishedReviews = z.object({
  data: z.array(PublishedReview),
  meta: z.object({ pagination: Pagination, summary: ReviewSummary }),
})
export type PublishedReviews = z.output<typeof PublishedReviews>

const Filter = { with_photos: z.optional(queryNumber(0, 1)), stars: z.optional(queryNumber(1, 5)) }

export const listProductReviews = defineCall({
  method: 'GET',
  path: '/rest/products/:handle/reviews',
  about:
    'Lists the published reviews of a product, newest first. The response includes the average rating, the number of reviews per star, and the fit.',
  access: 'anyone',
  envelope: bare,
  alsoAnswers: [409],
  input: z.object({ handle: Handle, ...Paging, ...Filter }),
  output: PublishedReviews,
})

export const listReviews = defineCall({
  method: 'GET',
  path: '/rest/reviews',
  about: 'Lists the published reviews of all products, newest first.',
  access: 'anyone',
  envelope: bare,
  alsoAnswers: [409],
  input: z.object({ ...Paging, ...Filter }),
  output: PublishedReviews,
})
