import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffAction, defineStaffCall, defineStaffList, ListInput } from '#contract/calls/staff-call.ts'
import { categoryCodePattern } from './product.staff.rules.ts'

const fields = {
  name: filledText(100),
  /** The code of the parent category. */
  parent: z.nullable(z.string().check(z.maxLength(60))),
  /** A path of this shop. Without one, the picture of the newest product is shown. */
  image: z.nullable(z.string().check(z.maxLength(300))),
  is_returnable: z.boolean(),
  sort: z.int().check(z.gte(0), z.lte(1_000_000)),
}

export const StaffCategory = z.object({ ...fields, id: z.int(), code: z.string(), products: z.int() })
export type StaffCategory = z.output<typeof StaffCategory>

export const listStaffCategories = defineStaffList({
  path: '/categories',
  about: 'Categories in the shop’s order, also those with nothing for sale.',
  scope: 'catalogue:read',
  input: z.object(ListInput),
  output: StaffCategory,
})

export const getStaffCategory = defineStaffCall({
  method: 'GET',
  path: '/categories/:code',
  about: 'A category, with how many products are in it.',
  scope: 'catalogue:read',
  input: z.object({ code: z.string().check(z.maxLength(60)) }),
  output: StaffCategory,
})

export const createCategory = defineStaffCall({
  method: 'POST',
  path: '/categories',
  about: 'Adds a category. Its code stays: rules and addresses know it by that.',
  scope: 'catalogue:write',
  input: z.object({
    ...fields,
    code: z
      .string()
      .check(z.maxLength(60), z.regex(categoryCodePattern, 'Small letters, digits, single hyphens and underscores')),
    parent: z._default(fields.parent, null),
    image: z._default(fields.image, null),
    is_returnable: z._default(fields.is_returnable, true),
    sort: z._default(fields.sort, 0),
  }),
  output: StaffCategory,
  example: { input: { code: 'linen', name: 'Linen', is_returnable: true } },
})

export const editCategory = defineStaffCall({
  method: 'PATCH',
  path: '/categories/:code',
  about: 'Changes what is named of a category and leaves the rest.',
  scope: 'catalogue:write',
  input: z.extend(z.partial(z.object(fields)), { code: z.string().check(z.maxLength(60)) }),
  output: StaffCategory,
})

export const deleteCategory = defineStaffAction({
  method: 'DELETE',
  path: '/categories/:code',
  about: 'Deletes a category that holds neither products nor other categories.',
  scope: 'catalogue:write',
  input: z.object({ code: z.string().check(z.maxLength(60)) }),
})
