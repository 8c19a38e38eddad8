import { expect, test } from 'vitest'
import { moveColumn, readColumns, writeColumns } from './column-choice.rules.ts'

const columns = [{ id: 'status', isFixed: true }, { id: 'placed' }, { id: 'customer' }, { id: 'total' }]

test.each([
  [undefined, [], ['status', 'placed', 'customer', 'total']],
  ['-customer', ['customer'], ['status', 'placed', 'customer', 'total']],
  ['total,-placed,customer', ['placed'], ['status', 'total', 'placed', 'customer']],
  // A view that was saved before a column came, and one that names a column which is gone.
  ['total,gone,customer', [], ['status', 'total', 'customer', 'placed']],
  ['status,total', [], ['status', 'total', 'placed', 'customer']],
])('%j hides %j and orders %j', (word, hidden, order) => {
  expect(readColumns(columns, word)).toEqual({ hidden, order })
})

test.each(['-customer', 'total,-placed,customer', 'customer,placed,total', undefined])('%j comes back', (word) => {
  expect(writeColumns(columns, readColumns(columns, word))).toBe(word)
})

test('a column moves one place, and never before the fixed one or past the end', () => {
  const read = (word?: string) => readColumns(columns, word)
  const move = (id: string, step: -1 | 1, word?: string) =>
    writeColumns(columns, moveColumn(columns, read(word), id, step))
  expect(move('total', -1)).toBe('placed,total,customer')
  expect(move('placed', -1)).toBeUndefined()
  expect(move('total', 1)).toBeUndefined()
  expect(move('total', 1, 'placed,total,customer')).toBeUndefined()
  expect(move('customer', -1, '-placed')).toBe('customer,-placed,total')
})
