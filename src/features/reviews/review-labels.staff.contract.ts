import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffResource, StaffId } from '#contract/calls/staff-resources.ts'

const LabelFields = z.object({
  name: filledText(60),
  sort: z.int().check(z.gte(-100_000), z.lte(100_000)),
  is_active: z.boolean(),
})
/**
 * The kind of a label: a word about the product, or the fit of the product. The kind cannot change, because reviews
 * store it together with the label.
 */
const Kind = z.enum(['tag', 'fit'])
export const StaffReviewLabel = z.extend(LabelFields, { id: z.int(), kind: Kind })
export type StaffReviewLabel = z.output<typeof StaffReviewLabel>

export const {
  list: listStaffReviewLabels,
  get: getReviewLabel,
  create: createReviewLabel,
  edit: editReviewLabel,
  remove: removeReviewLabel,
} = defineStaffResource({
  path: '/review-labels',
  key: 'id',
  keyType: StaffId,
  one: 'a review label',
  many: 'review labels',
  reads: 'settings:read',
  writes: 'settings:write',
  fields: LabelFields,
  create: z.extend(LabelFields, {
    kind: z._default(Kind, 'tag'),
    sort: z._default(LabelFields.shape.sort, 0),
    is_active: z._default(z.boolean(), true),
  }),
  output: StaffReviewLabel,
  example: { key: 1, create: { name: 'Good for travelling' }, edit: { is_active: false } },
})
