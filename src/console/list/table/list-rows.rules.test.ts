import { expect, test } from 'vitest'
import { addPage, createListRows, listRange, mergeFirstPage } from './list-rows.rules.ts'

type Row = { id: string; status?: string }
const keyOf = ({ id }: Row) => id
const page = (ids: string, next: string | null = null) => ({
  data: [...ids].map((id): Row => ({ id })),
  next,
  total: 99,
})
const ids = ({ rows }: { rows: Row[] }) => rows.map(keyOf).join('')

test('joins pages, and shows a row that moved down meanwhile only once', () => {
  const list = addPage(createListRows(page('abc', 'x')), page('cde'), keyOf)
  expect(ids(list)).toBe('abcde')
  expect(list.next).toBeNull()
})

test('holds new rows back and updates shown rows in place', () => {
  const now = addPage(createListRows(page('abc', 'x')), page('def', 'y'), keyOf)
  const again = { data: [{ id: 'n' }, { id: 'a', status: 'packed' }, { id: 'b' }], next: 'x', total: 100 }
  const list = mergeFirstPage(now, again, keyOf, false)
  expect(ids(list)).toBe('abcdef')
  expect(list.held).toBe(1)
  expect(list.rows[0]?.status).toBe('packed')
  expect(list.next).toBe('y')
  expect(list.gone.size).toBe(0)
})

test('dims rows that others removed, and removes rows that the member processed', () => {
  const now = createListRows(page('abc', 'x'))
  const others = mergeFirstPage(now, page('acd', 'z'), keyOf, false)
  expect(ids(others)).toBe('abcd')
  expect([...others.gone]).toEqual(['b'])
  const own = mergeFirstPage(now, page('acd', 'z'), keyOf, true)
  expect(ids(own)).toBe('acd')
  expect(own.next).toBe('z')
})

test('marks missing rows as gone when the reloaded page is the last one', () => {
  const now = addPage(createListRows(page('abc', 'x')), page('de'), keyOf)
  expect([...mergeFirstPage(now, page('ab'), keyOf, false).gone]).toEqual(['c', 'd', 'e'])
})

test('starts over when no shown row is left', () => {
  expect(ids(mergeFirstPage(createListRows(page('abc')), page('xyz'), keyOf, false))).toBe('xyz')
  expect(ids(mergeFirstPage(createListRows(page('')), page('xy'), keyOf, false))).toBe('xy')
})

test('selects a range in both directions, and a single row without a start', () => {
  expect(listRange(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c'])
  expect(listRange(['a', 'b', 'c', 'd'], 'b', 'd')).toEqual(['b', 'c', 'd'])
  expect(listRange(['a', 'b'], 'gone', 'b')).toEqual(['b'])
  expect(listRange(['a', 'b'], null, 'b')).toEqual(['b'])
})
