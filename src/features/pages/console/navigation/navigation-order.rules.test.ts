import { expect, test } from 'vitest'
import { flattenEntries, moveEntry } from './navigation-order.rules.ts'

const entries = [
  { id: 1, parent_id: null, sort: 5 },
  { id: 2, parent_id: null, sort: 5 },
  { id: 3, parent_id: 1, sort: 2 },
  { id: 4, parent_id: 1, sort: 1 },
  { id: 5, parent_id: null, sort: 1 },
]
const idsOf = (of: typeof entries) => flattenEntries(of).map(({ entry }) => entry.id)

test('sorts entries by position and lists children after their parent', () => {
  expect(flattenEntries(entries).map(({ entry, depth }) => [entry.id, depth])).toEqual([
    [5, 0],
    [1, 0],
    [4, 1],
    [3, 1],
    [2, 0],
  ])
})

test('moves an entry up and down with all its children', () => {
  expect(idsOf(moveEntry(entries, 5, 1))).toEqual([1, 4, 3, 5, 2])
  expect(idsOf(moveEntry(entries, 2, 5))).toEqual([2, 5, 1, 4, 3])
  expect(idsOf(moveEntry(entries, 3, 4))).toEqual([5, 1, 3, 4, 2])
})

test('moves an entry only among siblings', () => {
  expect(moveEntry(entries, 3, 2)).toEqual(entries)
  expect(moveEntry(entries, 9, 2)).toEqual(entries)
})
