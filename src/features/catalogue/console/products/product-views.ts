import type { View } from '#console/list/filters/view-tabs.tsx'
import { productsLink } from '#console/shell/console-links.ts'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffOutput } from '#contract/calls/staff-call.ts'
import type { countStaffProducts } from '#features/catalogue/products.staff.contract.ts'

type Counts = StaffOutput<typeof countStaffProducts>['counts']

const views: { name: string; search: Record<string, string>; count: keyof Counts; isLate?: true }[] = [
  { name: 'All', search: {}, count: 'all' },
  { name: 'On sale', search: { status: 'live' }, count: 'live' },
  { name: 'Low stock', search: { stock: 'low' }, count: 'low', isLate: true },
  { name: 'Sold out', search: { stock: 'out' }, count: 'out' },
  { name: 'Hidden', search: { status: 'hidden' }, count: 'hidden' },
  { name: 'Ended', search: { status: 'ended' }, count: 'ended' },
  { name: 'Missing translations', search: { texts: 'missing' }, count: 'texts_missing' },
]

/** Returns the built-in views of the product list with their counts. */
export const listBuiltIn = (counts: Counts): View[] =>
  views.map(({ name, search, count, isLate }) => ({
    name,
    href: productsLink + toQuery(search),
    count: counts[count],
    isLate: isLate === true && counts[count] > 0,
  }))
