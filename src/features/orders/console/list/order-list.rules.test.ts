import { expect, test } from 'vitest'
import {
  builtInViews,
  chooseFilters,
  countView,
  findSort,
  findWaitingTime,
  formatListName,
  formatOrderCount,
  isWaitingList,
  listShownStatuses,
  toListInput,
} from './order-list.rules.ts'

test('opens the list on waiting orders, the longest wait first', () => {
  expect(toListInput({})).toEqual({ view: 'waiting' })
  expect(findSort({})).toBe('placed_at')
})

test('searches all orders when a query or a status is given', () => {
  expect(toListInput({ q: 'HB2' })).toEqual({ q: 'HB2' })
  expect(toListInput({ status: 'paid' })).toEqual({ status: 'paid' })
  expect(toListInput({ view: 'to_pack', q: 'HB2' })).toEqual({ view: 'to_pack', q: 'HB2' })
  expect(toListInput({ view: 'all', country: 'Sweden' })).toEqual({ country: 'Sweden' })
  expect(findSort({ q: 'HB2' })).toBe('-placed_at')
})

test('filters by whole days', () => {
  expect(toListInput({ view: 'all', from: '2026-09-01', to: '2026-09-02' })).toEqual({
    from: '2026-09-01T00:00:00Z',
    to: '2026-09-02T23:59:59Z',
  })
})

test('counts the orders of a view by its statuses, and all orders without statuses', () => {
  const counts = { paid: 2, preparing: 3, packed: 4, complete: 5 }
  const found = Object.fromEntries(builtInViews.map((view) => [view.name, countView(view, counts)]))
  expect(found).toMatchObject({ All: 14, Waiting: 9, 'To pack': 5, 'To ship': 4, Unpaid: 0 })
})

test('shows the waiting time only for orders that wait for staff, and warns after 18 hours', () => {
  const now = Date.parse('2026-09-02T12:00:00Z')
  expect(findWaitingTime({ status: 'shipped', placed_at: '2026-09-01T00:00:00Z' }, now)).toBeNull()
  expect(findWaitingTime({ status: 'paid', placed_at: '2026-09-02T11:00:00Z' }, now)?.isExpiringSoon).toBe(false)
  expect(findWaitingTime({ status: 'packed', placed_at: '2026-09-01T18:00:00Z' }, now)?.isExpiringSoon).toBe(true)
})

test('names a list after its view, regardless of the sort order', () => {
  expect(formatListName({})).toBe('Waiting')
  expect(formatListName({ view: 'to_pack', sort: '-placed_at' })).toBe('To pack')
  expect(formatListName({ q: 'ada' })).toBe('“ada”')
  expect(formatListName({ view: 'all', country: 'Sweden' })).toBe('Filtered')
})

test('returns the statuses that a list shows, and whether all its orders wait for staff', () => {
  expect(listShownStatuses({})).toEqual(['paid', 'preparing', 'packed', 'on_hold'])
  expect(listShownStatuses({ view: 'to_ship', has: 'note' })).toEqual(['packed'])
  expect(listShownStatuses({ status: 'paid,unpaid' })).toEqual(['paid', 'unpaid'])
  expect(listShownStatuses({ expires_within: '3' })).toEqual(['unpaid'])
  expect(listShownStatuses({ view: 'all' })).toBeNull()
  const lists = [{}, { view: 'held' }, { status: 'paid' }, { status: 'paid,unpaid' }, { view: 'all' }, { q: 'ada' }]
  expect(lists.map(isWaitingList)).toEqual([true, true, true, false, false, false])
})

test('replaces the view by an explicit status filter, and shows all orders if the filter is empty', () => {
  expect(chooseFilters({ status: 'paid' })).toEqual({ status: 'paid', view: undefined })
  expect(chooseFilters({ status: undefined })).toEqual({ status: undefined, view: 'all' })
  expect(chooseFilters({ q: 'ada' })).toEqual({ q: 'ada', view: undefined })
  expect(chooseFilters({ has: 'note' })).toEqual({ has: 'note' })
})

test('sums up the number and the value of the waiting orders in the footer', () => {
  const usd = { amount: 311_800, currency: 'USD' }
  expect(formatOrderCount(22, 22, [usd])).toBe('22 orders, $3,118.00 waiting')
  expect(formatOrderCount(1, 1, [])).toBe('1 order')
  expect(formatOrderCount(null, 50, [usd])).toBe('The first 50 of more than 10,000 orders')
  const others = ['EUR', 'GBP', 'JPY'].map((currency) => ({ amount: 100, currency }))
  expect(formatOrderCount(4, 4, [usd, ...others])).toBe('4 orders, $3,118.00 + €1.00 + £1.00 + others waiting')
})
