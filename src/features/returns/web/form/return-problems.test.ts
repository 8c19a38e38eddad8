import { expect, test } from 'vitest'
import { readLineRefusals } from './return-problems.ts'

const lines = [{ id: 'dress-1' }, { id: 'dress-2' }, { id: 'belt-1' }]
const shownIdOf = (id: string) => (id === 'dress-2' ? 'dress-1' : id)

test('shows the refusal of a further unit at the line that represents the unit', () => {
  const errors = { 'order_products.1.subOrderId': ['This item is already in a return.'] }
  expect(readLineRefusals(errors, lines, shownIdOf)).toEqual({ 'dress-1': 'This item is already in a return.' })
})

test('shows the refusal of a line before the refusals of its further units, and other refusals at their own lines', () => {
  const errors = {
    'order_products.0.subOrderId': ['First'],
    'order_products.1.subOrderId': ['Second'],
    'order_products.2.reason_ids': ['Third'],
    'order_products.9.reason_ids': ['No such line'],
    comment: ['Not about a line'],
  }
  expect(readLineRefusals(errors, lines, shownIdOf)).toEqual({ 'dress-1': 'First', 'belt-1': 'Third' })
})
