import { expect, test } from 'vitest'
import { isNarrowed, listCustomerViews, toCustomersInput } from './customer-list.rules.ts'

test.each([
  ['none', { orders_to: '0' }],
  ['one', { orders_from: '1', orders_to: '1' }],
  ['5', { orders_from: '5' }],
])('converts the filter %s of orders to the input of the call', (orders, input) => {
  expect(toCustomersInput({ orders, country: 'Sweden', at: 'x', columns: '-open' })).toEqual({
    country: 'Sweden',
    ...input,
  })
})

test('ignores URL parameters that store only the reader’s position', () => {
  expect(isNarrowed({ at: 'x', peek: 'x', columns: '-open' })).toBe(false)
  expect(isNarrowed({ returned_from: '30' })).toBe(true)
})

test('has a different address for each view', () => {
  const views = listCustomerViews('EUR')
  expect(new Set(views.map(({ href }) => href)).size).toBe(views.length)
  expect(views.map(({ name }) => name)).toContain('Over €1,000')
  expect(listCustomerViews('JPY').map(({ name }) => name)).toContain('Over ¥100,000')
  expect(listCustomerViews('KWD').map(({ name }) => name)).toContain('Over KWD\u00a0100')
})
