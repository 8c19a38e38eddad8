import { expect, test } from 'vitest'
import { customerViews, isNarrowed, toCustomersInput } from './customer-list.rules.ts'

test.each([
  ['none', { orders_to: '0' }],
  ['one', { orders_from: '1', orders_to: '1' }],
  ['5', { orders_from: '5' }],
])('the filter %s of orders is asked for in the words of the call', (orders, asked) => {
  expect(toCustomersInput({ orders, country: 'Sweden', at: 'x', columns: '-open' })).toEqual({
    country: 'Sweden',
    ...asked,
  })
})

test('what says only where the reader is narrows nothing', () => {
  expect(isNarrowed({ at: 'x', peek: 'x', columns: '-open' })).toBe(false)
  expect(isNarrowed({ returned_from: '30' })).toBe(true)
})

test('each view has an address of its own', () => {
  expect(new Set(customerViews.map(({ href }) => href)).size).toBe(customerViews.length)
})
