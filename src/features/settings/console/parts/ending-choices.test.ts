import { expect, test } from 'vitest'
import { formatRounding } from './ending-choices.ts'

test.each([
  ['a multiple', { price_ending: 'none', rounding: 5, decimals: 2 }, '0.05'],
  ['an ending with decimals', { price_ending: '99', rounding: 1, decimals: 2 }, '.99'],
  ['an ending in yen', { price_ending: '99', rounding: 10, decimals: 0 }, '…99'],
  ['an ending in whole crowns', { price_ending: '95', rounding: 100, decimals: 2 }, '…95'],
  ['whole amounts', { price_ending: 'whole', rounding: 1, decimals: 2 }, 'Whole amounts'],
] as const)('shows %s', (_, currency, expected) => {
  expect(formatRounding({ ...currency, price_rule: 'converted' })).toBe(expected)
  expect(formatRounding({ ...currency, price_rule: 'own' })).toBe('Own prices')
})
