import * as z from 'zod/mini'
import { defineStaffAction, defineStaffCall, defineStaffList, ListInput } from '#contract/calls/staff-call.ts'

const Category = z.string().check(z.regex(/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/), z.maxLength(60))
const Sizes = z.array(
  z.object({
    eu: z.int().check(z.gte(15), z.lte(60)),
    us: z.string().check(z.regex(/^[0-9]{1,2}(?:\.5)?$/), z.maxLength(4)),
  }),
)
/** European and US sizes of one shoe category. */
export const ShoeSizeTable = z.object({ category: Category, sizes: Sizes })
export type ShoeSizeTable = z.output<typeof ShoeSizeTable>

const CategoryRef = z.object({ category: Category })
const exampleCategory = { category: 'women_shoes' }

export const listShoeSizes = defineStaffList({
  path: '/shoe-sizes',
  about: 'Lists the shoe size tables. A category has at most one table.',
  scope: 'settings:read',
  input: z.object(ListInput),
  output: ShoeSizeTable,
  example: { input: { limit: 50 } },
})

export const getShoeSizes = defineStaffCall({
  method: 'GET',
  path: '/shoe-sizes/:category',
  about: 'Returns the shoe size table of a category.',
  scope: 'settings:read',
  input: CategoryRef,
  output: ShoeSizeTable,
  example: { input: exampleCategory },
})

export const saveShoeSizes = defineStaffCall({
  method: 'PUT',
  path: '/shoe-sizes/:category',
  about: 'Creates or replaces the shoe size table of a category.',
  scope: 'settings:write',
  input: z.object({ category: Category, sizes: Sizes.check(z.minLength(1), z.maxLength(60)) }),
  output: ShoeSizeTable,
  example: { input: { ...exampleCategory, sizes: [{ eu: 38, us: '7.5' }] } },
})

export const removeShoeSizes = defineStaffAction({
  method: 'DELETE',
  path: '/shoe-sizes/:category',
  about: 'Deletes the shoe size table of a category. Sizes are then shown without conversion.',
  scope: 'settings:write',
  input: CategoryRef,
  example: { input: exampleCategory },
})
