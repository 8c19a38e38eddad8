import { expect, test } from 'vitest'
import { moveColumn, readColumns, writeColumns } from './column-choice.rules.ts'

const columns = [{ id: 'status', isFixed: true }, { id: 'placed' }, { id: 'customer' }, { id: 'total' }]

test.each([
  [undefined, [], ['status', 'placed', 'customer', 'total']],
  ['-customer', ['customer'], ['status', 'placed', 'customer', 'total']],
  ['total,-placed,customer', ['placed'], ['status', 'total', 'placed', 'customer']],
  // Cases: a view saved before a column existed, and a view with a column that no longer exists.
  ['total,gone,customer', [], ['status', 'total', 'customer', 'placed']],
  ['status,total', [], ['status', 'total', 'placed', 'customer']],
])('reads %j as hiding %j in the order %j', (word, hidden, order) => {
  expect(readColumns(columns, word)).toEqual({ hidden, order })
})

test.each(['-customer', 'total,-placed,customer', 'customer,placed,total', undefined])(
  'writes %j unchanged after reading it',
  (word) => {
    expect(writeColumns(columns, readColumns(columns, word))).toBe(word)
  },
)

test('moves a column by one place, within the movable columns', () => {
  const read = (word?: string) => readColumns(columns, word)
  const move = (id: string, step: -1 | 1, word?: string) =>
    writeColumns(columns, moveColumn(columns, read(word), id, step))
  expect(move('total', -1)).toBe('placed,total,customer')
  expect(move('placed', -1)).toBeUndefined()
  expect(move('total', 1)).toBeUndefined()
  expect(move('total', 1, 'placed,total,customer')).toBeUndefined()
  expect(move('customer', -1, '-placed')).toBe('customer,-placed,total')
})
