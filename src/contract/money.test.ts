import fc from 'fast-check'
import { expect, test } from 'vitest'
import { showPrice, toPriceValue, toWirePrice } from './money.ts'

test.each([
  [12800, 2, '128.00'],
  [5, 2, '0.05'],
  [0, 2, '0.00'],
  [-1000, 2, '-10.00'],
  [1980, 0, '1980'],
  [1234, 3, '1.234'],
])('%i with %i decimals reads %s', (amount, decimals, expected) => {
  expect(toPriceValue(amount, decimals)).toBe(expected)
})

test('no amount loses a cent on its way to text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 3 }), (amount, decimals) => {
      expect(Number(toPriceValue(amount, decimals).replace('.', ''))).toBe(amount)
    }),
  )
})

test('dollars show as $ and the value, other money as its text', () => {
  expect(showPrice({ code: 'USD', price: 'US$128.00', price_value: '128.00' })).toBe('$128.00')
  expect(showPrice({ code: 'USD', price: '-$10.00', price_value: '-10.00' })).toBe('-$10.00')
  const euro = { code: 'EUR', symbol_left: '', symbol_right: ' €', decimals: 2 }
  expect(showPrice(toWirePrice(8450, euro))).toBe('84.50 €')
  expect(showPrice(toWirePrice(-8450, euro))).toBe('-84.50 €')
})
