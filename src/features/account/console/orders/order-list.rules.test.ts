import { expect, test } from 'vitest'
import { builtInViews, countView, findSort, findWait, nameList, toListInput } from './order-list.rules.ts'

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
