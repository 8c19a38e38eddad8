import { expect, test } from 'vitest'
import { countView, findParcel, isToJudge, nameList, returnViews, toInput } from './returns-view.rules.ts'

test('the list opens on what waits, the most urgent first', () => {
  expect(toInput({})).toMatchObject({ due: 'any' })
  expect(toInput({ status: 'processing', reason: 'fit' })).toMatchObject({ due: 'any', reason: 'fit' })
})

test('a search goes through everything, and a status is a view of its own', () => {
  expect(isToJudge({ q: 'RT1' })).toBe(false)
  expect(toInput({ q: 'RT1', after: 'x' })).toMatchObject({ q: 'RT1', status: undefined, after: 'x' })
  expect(toInput({ view: 'all' })).not.toHaveProperty('due')
})

test('a list has the name of its view, unless it is narrower', () => {
  expect(nameList({})).toBe('To judge')
  expect(nameList({ status: 'approved' })).toBe('On the way')
  const open = 'processing,approved,received,refund_failed'
  expect(nameList({ status: open, assignee: 'me' })).toBe('Mine')
  expect(nameList({ status: 'processing' })).toBe('To judge')
  expect(nameList({ assignee: 'me', reason: 'fit' })).toBe('Filtered')
  expect(nameList({ q: 'RT1' })).toBe('“RT1”')
})

test('every view counts what it lists', () => {
  const counts = { processing: 5, approved: 2, received: 1, refunding: 9, refunded: 90 }
  const rest = { rejected: 7, refund_failed: 1, cancelled: 3, closed: 4 }
  const counted = { counts: { ...counts, ...rest }, all: 213, mine: 2 }
  const shown = returnViews.map((view) => [view.name, countView(view, counted)])
  expect(Object.fromEntries(shown)).toEqual({
    ...{ All: 213, Open: 9, 'To judge': 5, 'On the way': 2, Received: 1, 'Refund failed': 1, Mine: 2 },
  })
})

test('a number on a parcel leads to what is on its way, and to nothing where it could mean two', () => {
  const [coming, other, old] = [{ status: 'approved' }, { status: 'approved' }, { status: 'closed' }] as const
  expect(findParcel([old, coming])).toBe(coming)
  expect(findParcel([old])).toBe(old)
  expect(findParcel([coming, other])).toBeNull()
  expect(findParcel([])).toBeNull()
})
