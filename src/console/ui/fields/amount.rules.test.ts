import { expect, test } from 'vitest'
import { decimalsOf } from '#contract/money/currency-units.ts'
import { formatAmount, parseAmount } from './amount.rules.ts'

test.each([
  ['128', 2, 12_800],
  ['1,234.5', 2, 123_450],
  ['1.234,50', 2, 123_450],
  ['1,234', 2, 123_400],
  ['1 234', 0, 1_234],
  ['0.335', 3, 335],
  ['12.', 2, 1_200],
])('reads %s with %i digits as %i', (typed, decimals, amount) => {
  expect(parseAmount(typed, decimals)).toBe(amount)
})

test.each([
  ['twelve', 2],
  ['-5', 2],
  ['1.25', 0],
  ['4.9999', 2],
  ['', 2],
  ['99999999999999999', 2],
])('rejects %s with %i digits', (typed, decimals) => {
  expect(parseAmount(typed, decimals)).toBeNull()
})

test('parses a formatted amount to the same amount', () => {
  for (const [amount, currency] of [
    [5, 'USD'],
    [4_120, 'JPY'],
    [1_234, 'KWD'],
  ] as const) {
    const decimals = decimalsOf(currency)
    expect(parseAmount(formatAmount(amount, decimals), decimals)).toBe(amount)
  }
})
