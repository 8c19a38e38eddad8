import { expect, test } from 'vitest'
import { findAvailability, findOverlay, findUsSize, formatOption } from './catalogue.rules.ts'

test.each([
  ['no sku', null, 4, 'Expired'],
  ['no stock', { inventory: 0, product: { status: 1 } }, 6, 'Sold out'],
  ['no stock of a product taken down', { inventory: 0, product: { status: 0 } }, 6, 'Sold out'],
  ['a product taken down', { inventory: 3, product: { status: 0 } }, 0, 'Expired'],
  ['an expired product', { inventory: 3, product: { status: 4 } }, 4, 'Expired'],
  ['a product without a status', { inventory: 3, product: {} }, 1, null],
  ['a sku without a product', { inventory: 3 }, 1, null],
  ['one left', { inventory: 1, product: { status: 1 } }, 1, null],
])('%s has availability %3$i and overlay %4$s', (_, sku, expected, overlay) => {
  expect(findAvailability(sku)).toBe(expected)
  expect(findOverlay(expected)).toBe(overlay)
})

const women = { 35: '4.5', 39: '8', 48: '16' }

test.each([
  ['39', 'women_shoes', '8'],
  ['35', 'women_shoes', '4.5'],
  ['48', 'women_shoes', '16'],
  ['49', 'women_shoes', null],
  ['30', 'women_shoes', null],
  ['39.5', 'women_shoes', null],
  ['White', 'women_shoes', null],
  ['39', 'dresses', null],
])('converts size %s of %s to US %s', (value, category, expected) => {
  expect(findUsSize(value, category, women)).toBe(expected)
})

test('shows shoe sizes as US sizes and other values unchanged', () => {
  expect(formatOption({ value_name: '39', us_size: '8' })).toBe('US 8')
  expect(formatOption({ value_name: '49', us_size: null })).toBe('49')
})
