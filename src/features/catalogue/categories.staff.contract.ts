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
  /** The code of a tax category. Null means that of the parent category. */
  tax_category: z.nullable(z.string().check(z.maxLength(40))),
  sort: z.int().check(z.gte(0), z.lte(1_000_000)),
}

export const StaffCategory = z.object({ ...fields, id: z.int(), code: z.string(), products: z.int() })
export type StaffCategory = z.output<typeof StaffCategory>

export const listStaffCategories = defineStaffList({
  path: '/categories',
  about: 'Lists all categories in the shop’s order, including those without products for sale.',
  scope: 'catalogue:read',
  input: z.object(ListInput),
  output: StaffCategory,
})

export const getStaffCategory = defineStaffCall({
  method: 'GET',
  path: '/categories/:code',
  about: 'Returns a category with its number of products.',
  scope: 'catalogue:read',
  input: z.object({ code: z.string().check(z.maxLength(60)) }),
  output: StaffCategory,
})

export const createCategory = defineStaffCall({
  method: 'POST',
  path: '/categories',
  about: 'Creates a category. The code cannot be changed later, because rules and URLs use it.',
  scope: 'catalogue:write',
  input: z.object({
    ...fields,
    code: z
      .string()
      .check(
        z.maxLength(60),
        z.regex(categoryCodePattern, 'Use only lowercase letters, digits, single hyphens and underscores'),
      ),
    parent: z._default(fields.parent, null),
    image: z._default(fields.image, null),
    is_returnable: z._default(fields.is_returnable, true),
    tax_category: z._default(fields.tax_category, null),
    sort: z._default(fields.sort, 0),
  }),
  output: StaffCategory,
  example: { input: { code: 'linen', name: 'Linen', is_returnable: true } },
})

export const editCategory = defineStaffCall({
  method: 'PATCH',
  path: '/categories/:code',
  about: 'Changes the given fields of a category. Other fields stay unchanged.',
  scope: 'catalogue:write',
  input: z.extend(z.partial(z.object(fields)), { code: z.string().check(z.maxLength(60)) }),
  output: StaffCategory,
})

export const deleteCategory = defineStaffAction({
  method: 'DELETE',
  path: '/categories/:code',
  about: 'Deletes a category. The category must not contain products or other categories.',
  scope: 'catalogue:write',
  input: z.object({ code: z.string().check(z.maxLength(60)) }),
})
