import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffAction, defineStaffCall, defineStaffList, StaffTime } from '#contract/calls/staff-call.ts'
import { Id } from './staff-fields.ts'

/** Lists whose views can be saved. */
export const viewPlaces = ['orders', 'returns', 'customers', 'reviews', 'products', 'coupons'] as const
/** Limit of views for each member and list, and of shared views. */
export const maxViews = 50

const Name = filledText(40)
/** Query string of the list's address. */
const Search = z.string().check(z.maxLength(1000), z.regex(/^[\x21-\x7e]*$/))

export const StaffView = z.object({
  id: z.string(),
  place: z.enum(viewPlaces),
  name: z.string(),
  search: z.string(),
  is_shared: z.boolean(),
  is_mine: z.boolean(),
  created_at: StaffTime,
})
export type StaffView = z.output<typeof StaffView>

export const listViews = defineStaffList({
  path: '/views',
  about: 'Lists the caller’s own saved views and all shared views, with their filters and sorting.',
  scope: 'signed-in',
  input: z.object({ place: z.enum(viewPlaces) }),
  output: StaffView,
  example: { input: { place: 'orders' } },
})

export const saveView = defineStaffCall({
  method: 'POST',
  path: '/views',
  about:
    'Saves the filters and sorting of a list as a view. Replaces the caller’s view of the same name. Sharing requires `settings:write`.',
  scope: 'signed-in',
  input: z.object({
    place: z.enum(viewPlaces),
    name: Name,
    search: Search,
    is_shared: z._default(z.boolean(), false),
  }),
  output: StaffView,
})

export const removeView = defineStaffAction({
  method: 'DELETE',
  path: '/views/:id',
  about: 'Deletes a saved view. Deleting a shared view of another member requires `settings:write`.',
  scope: 'signed-in',
  input: z.object({ id: Id }),
})
