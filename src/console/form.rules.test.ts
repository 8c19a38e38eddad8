import { expect, test } from 'vitest'
import { findChanged, findError, nest, rebase } from './form.rules.ts'

test('a field that was typed back to how it was is not changed', () => {
  expect(findChanged({ name: 'Harbor', lines: ['a'] }, { name: 'Harbor', lines: ['a'] })).toEqual([])
  expect(findChanged({ name: 'Port', lines: ['a', 'b'] }, { name: 'Harbor', lines: ['a'] })).toEqual(['name', 'lines'])
})

test('what a colleague changed meanwhile comes in, except where something was typed', () => {
  const typed = { name: 'Port', days: 5 }
  const before = { name: 'Harbor', days: 5 }
  expect(rebase(typed, before, { name: 'Haven', days: 7 })).toEqual({ name: 'Port', days: 7 })
})

test('an error of a part is told at its field, and none at others with the same beginning', () => {
  const errors = [{ field: 'price.amount', detail: 'An amount is never below zero' }]
  expect(findError(errors, 'price')).toBe('An amount is never below zero')
  expect(findError(errors, 'price_list')).toBeNull()
})

test('names with a point become groups', () => {
  expect(nest({ 'shop.name': 'Port', 'shop.ships_to': [], 'seller.email': '' })).toEqual({
    shop: { name: 'Port', ships_to: [] },
    seller: { email: '' },
  })
})
