import { expect, test } from 'vitest'
import { findChanged, findClashes, findError, nest, pickSameShape, rebase, removeErrors } from './form.rules.ts'

test('ignores a field that was changed back', () => {
  expect(findChanged({ name: 'Harbor', lines: ['a'] }, { name: 'Harbor', lines: ['a'] })).toEqual([])
  expect(findChanged({ name: 'Port', lines: ['a', 'b'] }, { name: 'Harbor', lines: ['a'] })).toEqual(['name', 'lines'])
})

test("takes over a colleague's changes except in edited fields", () => {
  const typed = { name: 'Port', days: 5 }
  const before = { name: 'Harbor', days: 5 }
  expect(rebase(typed, before, { name: 'Haven', days: 7 })).toEqual({ name: 'Port', days: 7 })
})

test("lists a colleague's changes in a conflict, with both versions of fields edited by both", () => {
  const before = { name: 'Harbor', days: 5, lines: ['a'] }
  const now = { name: 'Haven', days: 7, lines: ['a'] }
  expect(findClashes({ name: 'Port', days: 7, lines: ['b'] }, before, now)).toEqual([
    { field: 'name', theirs: 'Haven', yours: 'Port' },
    { field: 'days', theirs: 7 },
  ])
})

test('restores only the parts of a draft that still fit the form', () => {
  const shown = { name: '', ends: null, count: 1, style: { size: null, color: 'red' }, rows: [{ sku: 'A' }], codes: [] }
  const kept = { name: 'Port', ends: '2026-11-16', count: 'two', style: { color: 'blue' }, old: 1, codes: ['X'] }
  expect(pickSameShape(kept, shown)).toEqual({ name: 'Port', ends: '2026-11-16', codes: ['X'] })
  expect(pickSameShape({ rows: [{ sku: 'B' }, { sku: 'C' }] }, shown)).toEqual({ rows: [{ sku: 'B' }, { sku: 'C' }] })
  expect(pickSameShape({ rows: [{ sku: 'B' }, { name: 'C' }] }, shown)).toEqual({})
})

test('shows the error of a part at its field, and not at fields with a similar name', () => {
  const errors = [{ field: 'price.amount', detail: 'The amount cannot be below zero' }]
  expect(findError(errors, 'price')).toBe('The amount cannot be below zero')
  expect(findError(errors, 'price_list')).toBeNull()
  expect(removeErrors(errors, ['name', 'price_list'])).toEqual(errors)
  expect(removeErrors(errors, ['price'])).toEqual([])
})

test('groups values by the part of the name before the dot', () => {
  expect(nest({ 'shop.name': 'Port', 'shop.ships_to': [], 'seller.email': '' })).toEqual({
    shop: { name: 'Port', ships_to: [] },
    seller: { email: '' },
  })
})
