import { expect, test } from 'vitest'
import { dropErrors, findChanged, findClashes, findError, nest, pickAlike, rebase } from './form.rules.ts'

test('a field that was typed back to how it was is not changed', () => {
  expect(findChanged({ name: 'Harbor', lines: ['a'] }, { name: 'Harbor', lines: ['a'] })).toEqual([])
  expect(findChanged({ name: 'Port', lines: ['a', 'b'] }, { name: 'Harbor', lines: ['a'] })).toEqual(['name', 'lines'])
})

test('what a colleague changed meanwhile comes in, except where something was typed', () => {
  const typed = { name: 'Port', days: 5 }
  const before = { name: 'Harbor', days: 5 }
  expect(rebase(typed, before, { name: 'Haven', days: 7 })).toEqual({ name: 'Port', days: 7 })
})

test('a conflict names what a colleague changed, with both versions where both typed', () => {
  const before = { name: 'Harbor', days: 5, lines: ['a'] }
  const now = { name: 'Haven', days: 7, lines: ['a'] }
  expect(findClashes({ name: 'Port', days: 7, lines: ['b'] }, before, now)).toEqual([
    { field: 'name', theirs: 'Haven', yours: 'Port' },
    { field: 'days', theirs: 7 },
  ])
})

test('of a draft only what still has the shape of the form is filled in', () => {
  const shown = { name: '', ends: null, count: 1, style: { size: null, color: 'red' }, rows: [{ sku: 'A' }], codes: [] }
  const kept = { name: 'Port', ends: '2026-11-16', count: 'two', style: { color: 'blue' }, old: 1, codes: ['X'] }
  expect(pickAlike(kept, shown)).toEqual({ name: 'Port', ends: '2026-11-16', codes: ['X'] })
  expect(pickAlike({ rows: [{ sku: 'B' }, { sku: 'C' }] }, shown)).toEqual({ rows: [{ sku: 'B' }, { sku: 'C' }] })
  expect(pickAlike({ rows: [{ sku: 'B' }, { name: 'C' }] }, shown)).toEqual({})
})

test('an error of a part is told at its field, and none at others with the same beginning', () => {
  const errors = [{ field: 'price.amount', detail: 'An amount is never below zero' }]
  expect(findError(errors, 'price')).toBe('An amount is never below zero')
  expect(findError(errors, 'price_list')).toBeNull()
  expect(dropErrors(errors, ['name', 'price_list'])).toEqual(errors)
  expect(dropErrors(errors, ['price'])).toEqual([])
})

test('names with a point become groups', () => {
  expect(nest({ 'shop.name': 'Port', 'shop.ships_to': [], 'seller.email': '' })).toEqual({
    shop: { name: 'Port', ships_to: [] },
    seller: { email: '' },
  })
})
