import { handle } from '#server/http/http.ts'
import * as calls from '../reviews.contract.ts'
import * as lists from './review-lists.service.ts'
import * as reviews from './reviews.service.ts'

export const reviewsHandlers = [
  handle(calls.listMyReviews, ({ shop, actor, input }) => lists.listMyReviews(shop, actor.customerId, input)),
  handle(calls.listReviewLabels, ({ shop }) => reviews.listReviewLabels(shop)),
  handle(calls.writeReview, ({ shop, actor, input }) => reviews.writeReview(shop, actor, input)),
  handle(calls.uploadReviewImage, ({ shop, actor, input }) => reviews.uploadReviewImage(shop, actor, input)),
  handle(calls.listProductReviews, ({ shop, input }) => lists.listProductReviews(shop, input)),
  handle(calls.listReviews, ({ shop, input }) => lists.listReviews(shop, input)),
]
