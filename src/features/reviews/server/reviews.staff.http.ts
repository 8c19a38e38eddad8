import { handleStaff, type StaffHandler } from '#server/http/staff/staff-handler.ts'
import type { Shop } from '#server/shop.ts'
import * as calls from '../reviews.staff.contract.ts'
import {
  answerReview,
  countReviews,
  findStaffReview,
  hideReview,
  markRead,
  readReviewPicture,
  readStaffReviews,
  showReview,
} from './reviews.staff.service.ts'

const review = { resource: ({ shop, input }: { shop: Shop; input: { id: string } }) => findStaffReview(shop, input.id) }

export const reviewStaffHandlers: StaffHandler[] = [
  handleStaff(calls.listStaffReviews, ({ shop, input }) => readStaffReviews(shop, input)),
  handleStaff(calls.countReviews, ({ shop }) => countReviews(shop)),
  handleStaff(calls.getStaffReview, ({ shop, input }) => findStaffReview(shop, input.id)),
  handleStaff(calls.getReviewPicture, ({ shop, input }) => readReviewPicture(shop, input.id, input.image_id)),
  handleStaff(
    calls.hideReview,
    async ({ shop, input: { id, reason } }) => {
      await hideReview(shop, id, reason)
      return findStaffReview(shop, id)
    },
    review,
  ),
  handleStaff(
    calls.showReview,
    async ({ shop, input: { id } }) => {
      await showReview(shop, id)
      return findStaffReview(shop, id)
    },
    review,
  ),
  handleStaff(
    calls.answerReview,
    async ({ shop, input: { id, content } }) => {
      await answerReview(shop, id, content)
      return findStaffReview(shop, id)
    },
    review,
  ),
  handleStaff(
    calls.readReview,
    async ({ shop, input: { id } }) => {
      await markRead(shop, id, true)
      return findStaffReview(shop, id)
    },
    review,
  ),
  handleStaff(
    calls.unreadReview,
    async ({ shop, input: { id } }) => {
      await markRead(shop, id, false)
      return findStaffReview(shop, id)
    },
    review,
  ),
]
