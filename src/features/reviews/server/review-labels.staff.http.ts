import type { StaffHandler } from '#server/http/staff/staff-handler.ts'
import { handleResource } from '#server/http/staff/staff-resources.ts'
import * as calls from '../review-labels.staff.contract.ts'
import { reviewLabels } from './reviews.tables.ts'

export const reviewLabelStaffHandlers: StaffHandler[] = handleResource(
  {
    list: calls.listStaffReviewLabels,
    get: calls.getReviewLabel,
    create: calls.createReviewLabel,
    edit: calls.editReviewLabel,
    remove: calls.removeReviewLabel,
  },
  {
    table: reviewLabels,
    key: 'id',
    isNumbered: true,
    column: reviewLabels.id,
    searched: [reviewLabels.name],
    show: ({ isActive, ...row }: typeof reviewLabels.$inferSelect): calls.StaffReviewLabel => ({
      ...row,
      is_active: isActive,
    }),
    toRow: ({ is_active, ...row }) => ({ ...row, isActive: is_active }),
  },
)
