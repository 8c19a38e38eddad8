import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

test('US dollars show as $ and the value', () => {
  expect(priceText({ code: 'USD', price: 'US$386.00', price_value: '386.00' })).toBe('$386.00')
})

test('any other currency shows the text of the answer', () => {
  expect(priceText({ code: 'EUR', price: '386,00 €', price_value: '386.00' })).toBe('386,00 €')
  expect(priceText({ price: '£12.00', price_value: 12 })).toBe('£12.00')
})

test('a dollar price without a value falls back to its text', () => {
  expect(priceText({ code: 'USD', price: '$5.00', price_value: null })).toBe('$5.00')
  expect(priceText({})).toBe('')
})
