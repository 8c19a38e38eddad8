import { expect, test } from 'vitest'
import { addPage, followRows, listRange, startRows } from './list-rows.rules.ts'

type Row = { id: string; status?: string }
const keyOf = ({ id }: Row) => id
const page = (ids: string, next: string | null = null) => ({
  data: [...ids].map((id): Row => ({ id })),
  next,
  total: 99,
})
const ids = ({ rows }: { rows: Row[] }) => rows.map(keyOf).join('')

test('pages follow each other, and a row that moved down meanwhile is shown once', () => {
  const list = addPage(startRows(page('abc', 'x')), page('cde'), keyOf)
  expect(ids(list)).toBe('abcde')
  expect(list.next).toBeNull()
})

test('what comes in above waits, and what is shown is brought up to date in its place', () => {
  const now = addPage(startRows(page('abc', 'x')), page('def', 'y'), keyOf)
  const again = { data: [{ id: 'n' }, { id: 'a', status: 'packed' }, { id: 'b' }], next: 'x', total: 100 }
  const list = followRows(now, again, keyOf, false)
  expect(ids(list)).toBe('abcdef')
  expect(list.held).toBe(1)
  expect(list.rows[0]?.status).toBe('packed')
  expect(list.next).toBe('y')
  expect(list.gone.size).toBe(0)
})

test('what somebody else moved on is dimmed where it stands; what one moved on oneself is taken away', () => {
  const now = startRows(page('abc', 'x'))
  const others = followRows(now, page('acd', 'z'), keyOf, false)
  expect(ids(others)).toBe('abcd')
  expect([...others.gone]).toEqual(['b'])
  const own = followRows(now, page('acd', 'z'), keyOf, true)
  expect(ids(own)).toBe('acd')
  expect(own.next).toBe('z')
})

test('the last page tells that everything behind it is gone', () => {
  const now = addPage(startRows(page('abc', 'x')), page('de'), keyOf)
  expect([...followRows(now, page('ab'), keyOf, false).gone]).toEqual(['c', 'd', 'e'])
})

test('a list of which nothing is left begins anew', () => {
  expect(ids(followRows(startRows(page('abc')), page('xyz'), keyOf, false))).toBe('xyz')
  expect(ids(followRows(startRows(page('')), page('xy'), keyOf, false))).toBe('xy')
})

test('a range goes either way, and is one row without a start', () => {
  expect(listRange(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(listRange(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(listRange(['a', 'b'], 'gone', 'b')).toEqual(['b'])
  expect(listRange(['a', 'b'], null, 'b')).toEqual(['b'])
})
