import { expect, test } from 'vitest'
import { formatMoney } from './money.rules.ts'

test.each([
  [12_800, 'USD', '$128.00'],
  [41_200, 'JPY', '¥41,200'],
  [-1_500, 'EUR', '−€15.00'],
  [1_234, 'KWD', 'KWD 1.234'],
  [123_456_789, 'SEK', 'kr 1,234,567.89'],
  // Browsers format these currencies without the hundredths that the shop uses.
  [459_000, 'HUF', 'Ft 4,590.00'],
  [5, 'USD', '$0.05'],
  [0, 'BRL', 'R$0.00'],
])('formats %i %s as %s', (amount, currency, shown) => {
  expect(formatMoney({ amount, currency }).replace('\u00a0', ' ')).toBe(shown)
})
