import { handle } from '#server/http/http.ts'
import * as calls from '../reviews.contract.ts'
import * as lists from './review-lists.service.ts'
import * as reviews from './reviews.service.ts'

export const reviewsHandlers = [
  handle(calls.listMyReviews, ({ shop, asker, input }) => lists.listMyReviews(shop, asker.customerId, input)),
  handle(calls.listReviewLabels, ({ shop }) => reviews.listReviewLabels(shop)),
  handle(calls.writeReview, ({ shop, asker, input }) => reviews.writeReview(shop, asker, input)),
  handle(calls.uploadReviewImage, ({ shop, asker, input }) => reviews.uploadReviewImage(shop, asker, input)),
  handle(calls.listProductReviews, ({ shop, input }) => lists.listProductReviews(shop, input)),
  handle(calls.listReviews, ({ shop, input }) => lists.listReviews(shop, input)),
]
