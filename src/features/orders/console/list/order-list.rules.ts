import { formatCappedCount } from '#console/list/filters/view-tabs.tsx'
import { ordersLink } from '#console/shell/console-links.ts'
import { formatMoney } from '#console/ui/format/money.rules.ts'
import { toQuery } from '#contract/calls/call.ts'
import type { StaffMoney } from '#contract/calls/staff-call.ts'
import { hourMs } from '#contract/times/times.ts'
import { keysOf } from '#contract/values.ts'
import { type OrderStatusName, type OrderView, orderViews, toStatusName } from '#features/orders/orders.staff.rules.ts'
import type { OrderSearch } from './order-search.ts'

type BuiltIn = { name: string; search: OrderSearch; statuses: OrderStatusName[] | null }
const of = (view: keyof typeof orderViews) => orderViews[view].map((id) => toStatusName(id))

/** Built-in views of the console. The list opens on waiting orders, not on all orders. */
export const builtInViews: BuiltIn[] = [
  { name: 'All', search: { view: 'all' }, statuses: null },
  { name: 'Waiting', search: {}, statuses: of('waiting') },
  { name: 'To pack', search: { view: 'to_pack' }, statuses: of('to_pack') },
  { name: 'To ship', search: { view: 'to_ship' }, statuses: of('to_ship') },
  { name: 'On hold', search: { view: 'held' }, statuses: of('held') },
  { name: 'Unpaid', search: { status: 'unpaid' }, statuses: ['unpaid'] },
  { name: 'On the way', search: { view: 'on_the_way' }, statuses: of('on_the_way') },
]

/** Returns the input of the list call. A search or a status filter applies to all orders. */
export function toListInput({ view, from, to, ...words }: OrderSearch): Record<string, string> {
  const hasOwn = words.q || words.status || words.email || words.sku || words.expires_within
  const chosen = view ?? (hasOwn ? 'all' : 'waiting')
  return Object.fromEntries(
    Object.entries({
      ...words,
      ...(chosen !== 'all' && { view: chosen }),
      ...(from && { from: `${from}T00:00:00Z` }),
      ...(to && { to: `${to}T23:59:59Z` }),
    }).filter(([, value]) => value !== undefined && value !== ''),
  )
}

/** Returns the statuses that a list shows. Null means any status. */
export function listShownStatuses(search: OrderSearch): OrderStatusName[] | null {
  const { status, view, expires_within } = toListInput(search)
  if (status) return status.split(',') as OrderStatusName[]
  if (expires_within) return ['unpaid']
  return view ? of(view as OrderView) : null
}

/** Returns whether every order of a list waits for staff. */
export function isWaitingList(search: OrderSearch): boolean {
  return listShownStatuses(search)?.every((status) => waitingStatuses.has(status)) ?? false
}

/** Returns the new address of the list. An explicit status filter replaces the view. An empty filter means all orders. */
export function chooseFilters(words: OrderSearch): OrderSearch {
  if ('status' in words) return { ...words, view: words.status ? undefined : 'all' }
  return words.q ? { ...words, view: undefined } : words
}

/** Number of currencies that the footer lists one by one. */
const maxExported = 3

/** Formats the number of orders and the total value of the waiting orders. */
export function formatOrderCount(total: number | null, shown: number, money: StaffMoney[]): string {
  if (total === null) return `The first ${shown} of more than 10,000 orders`
  const sums = money.slice(0, maxExported).map(formatMoney)
  if (money.length > maxExported) sums.push('others')
  const openSums = sums.length > 0 ? `, ${sums.join(' + ')} waiting` : ''
  return `${formatCappedCount(total)} ${total === 1 ? 'order' : 'orders'}${openSums}`
}

export function countView({ statuses }: BuiltIn, counts: Partial<Record<OrderStatusName, number>>): number {
  return (statuses ?? keysOf(counts)).reduce((sum, name) => sum + (counts[name] ?? 0), 0)
}

export const listBuiltIn = (counts: Partial<Record<OrderStatusName, number>>) =>
  builtInViews.map((view) => ({
    name: view.name,
    href: ordersLink + toQuery(view.search),
    count: countView(view, counts),
  }))

/** Returns the name of a list, regardless of its sort order. */
export function formatListName({ sort: _, ...search }: OrderSearch): string {
  const view = builtInViews.find((one) => toQuery(one.search) === toQuery(search))
  return view?.name ?? (search.q ? `“${search.q}”` : 'Filtered')
}

export function findSort(search: OrderSearch): string {
  return search.sort ?? (toListInput(search).view ? 'placed_at' : '-placed_at')
}

const waitingStatuses = new Set<string>(of('waiting'))
/** 18 hours: orders placed yesterday should be shipped today, so longer waits show a warning. */
const expiringSoonMs = 18 * hourMs

/** Returns how long a shopper has waited for their parcel. Returns null if the order does not wait for staff. */
export function findWaitingTime({ status, placed_at }: { status: string; placed_at: string }, now: number) {
  if (!waitingStatuses.has(status)) return null
  const ms = now - Date.parse(placed_at)
  return { ms, isExpiringSoon: ms >= expiringSoonMs }
}
