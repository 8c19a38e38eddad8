import { expect, test } from 'vitest'
import {
  builtInViews,
  chooseFilters,
  countView,
  findSort,
  findWait,
  isWaitingList,
  listShownStatuses,
  nameList,
  tellOrders,
  toListInput,
} from './order-list.rules.ts'

test('the list opens on what waits, the longest wait first', () => {
  expect(toListInput({})).toEqual({ view: 'waiting' })
  expect(findSort({})).toBe('placed_at')
})

test('whoever searches, or asks for a status, looks through everything', () => {
  expect(toListInput({ q: 'HB2' })).toEqual({ q: 'HB2' })
  expect(toListInput({ status: 'paid' })).toEqual({ status: 'paid' })
  expect(toListInput({ view: 'to_pack', q: 'HB2' })).toEqual({ view: 'to_pack', q: 'HB2' })
  expect(toListInput({ view: 'all', country: 'Sweden' })).toEqual({ country: 'Sweden' })
  expect(findSort({ q: 'HB2' })).toBe('-placed_at')
})

test('days are whole days', () => {
  expect(toListInput({ view: 'all', from: '2026-09-01', to: '2026-09-02' })).toEqual({
    from: '2026-09-01T00:00:00Z',
    to: '2026-09-02T23:59:59Z',
  })
})

test('a view counts its statuses, all of them the whole shop', () => {
  const counts = { paid: 2, preparing: 3, packed: 4, complete: 5 }
  const found = Object.fromEntries(builtInViews.map((view) => [view.name, countView(view, counts)]))
  expect(found).toMatchObject({ All: 14, Waiting: 9, 'To pack': 5, 'To ship': 4, Unpaid: 0 })
})

test('only what is here waits, and it is soon from three quarters of a day on', () => {
  const now = Date.parse('2026-09-02T12:00:00Z')
  expect(findWait({ status: 'shipped', placed_at: '2026-09-01T00:00:00Z' }, now)).toBeNull()
  expect(findWait({ status: 'paid', placed_at: '2026-09-02T11:00:00Z' }, now)?.isSoon).toBe(false)
  expect(findWait({ status: 'packed', placed_at: '2026-09-01T18:00:00Z' }, now)?.isSoon).toBe(true)
})

test('a list has the name of its view, however it is sorted', () => {
  expect(nameList({})).toBe('Waiting')
  expect(nameList({ view: 'to_pack', sort: '-placed_at' })).toBe('To pack')
  expect(nameList({ q: 'ada' })).toBe('“ada”')
  expect(nameList({ view: 'all', country: 'Sweden' })).toBe('Filtered')
})

test('a view says its statuses as a filter does, and whether somebody waits for all of it', () => {
  expect(listShownStatuses({})).toEqual(['paid', 'preparing', 'packed', 'on_hold'])
  expect(listShownStatuses({ view: 'to_ship', has: 'note' })).toEqual(['packed'])
  expect(listShownStatuses({ status: 'paid,unpaid' })).toEqual(['paid', 'unpaid'])
  expect(listShownStatuses({ expires_within: '3' })).toEqual(['unpaid'])
  expect(listShownStatuses({ view: 'all' })).toBeNull()
  const lists = [{}, { view: 'held' }, { status: 'paid' }, { status: 'paid,unpaid' }, { view: 'all' }, { q: 'ada' }]
  expect(lists.map(isWaitingList)).toEqual([true, true, true, false, false, false])
})

test('statuses of one’s own take the place of a view, and without any it is all', () => {
  expect(chooseFilters({ status: 'paid' })).toEqual({ status: 'paid', view: undefined })
  expect(chooseFilters({ status: undefined })).toEqual({ status: undefined, view: 'all' })
  expect(chooseFilters({ q: 'ada' })).toEqual({ q: 'ada', view: undefined })
  expect(chooseFilters({ has: 'note' })).toEqual({ has: 'note' })
})

test('the foot says how many there are and what waits, in few words', () => {
  const usd = { amount: 311_800, currency: 'USD' }
  expect(tellOrders(22, 22, [usd])).toBe('22 orders, $3,118.00 waiting')
  expect(tellOrders(1, 1, [])).toBe('1 order')
  expect(tellOrders(null, 50, [usd])).toBe('The first 50 orders; there are more than anybody counts')
  const others = ['EUR', 'GBP', 'JPY'].map((currency) => ({ amount: 100, currency }))
  expect(tellOrders(4, 4, [usd, ...others])).toBe('4 orders, $3,118.00 + €1.00 + £1.00 + others waiting')
})
