import { expect, test } from 'vitest'
import { countView, findParcel, formatListName, isToJudge, returnViews, toInput } from './returns-view.rules.ts'

test('opens the list on waiting returns, the most urgent first', () => {
  expect(toInput({})).toMatchObject({ due: 'any' })
  expect(toInput({ status: 'processing', reason: 'fit' })).toMatchObject({ due: 'any', reason: 'fit' })
})

test('searches all returns, and treats a status as a separate view', () => {
  expect(isToJudge({ q: 'RT1' })).toBe(false)
  expect(toInput({ q: 'RT1', after: 'x' })).toMatchObject({ q: 'RT1', status: undefined, after: 'x' })
  expect(toInput({ view: 'all' })).not.toHaveProperty('due')
})

test('names a list after its view unless more filters are set', () => {
  expect(formatListName({})).toBe('To judge')
  expect(formatListName({ status: 'approved' })).toBe('On the way')
  const open = 'processing,approved,received,refund_failed'
  expect(formatListName({ status: open, assignee: 'me' })).toBe('Mine')
  expect(formatListName({ status: 'processing' })).toBe('To judge')
  expect(formatListName({ assignee: 'me', reason: 'fit' })).toBe('Filtered')
  expect(formatListName({ q: 'RT1' })).toBe('“RT1”')
})

test('counts exactly the returns that each view lists', () => {
  const counts = { processing: 5, approved: 2, received: 1, refunding: 9, refunded: 90 }
  const rest = { rejected: 7, refund_failed: 1, cancelled: 3, closed: 4 }
  const counted = { counts: { ...counts, ...rest }, all: 213, mine: 2 }
  const shown = returnViews.map((view) => [view.name, countView(view, counted)])
  expect(Object.fromEntries(shown)).toEqual({
    ...{ All: 213, Open: 9, 'To judge': 5, 'On the way': 2, Received: 1, 'Refund failed': 1, Mine: 2 },
  })
})

test('finds the return on its way by its tracking number, and finds none if several returns match', () => {
  const [coming, other, old] = [{ status: 'approved' }, { status: 'approved' }, { status: 'closed' }] as const
  expect(findParcel([old, coming])).toBe(coming)
  expect(findParcel([old])).toBe(old)
  expect(findParcel([coming, other])).toBeNull()
  expect(findParcel([])).toBeNull()
})
