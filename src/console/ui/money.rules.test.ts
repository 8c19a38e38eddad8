import { expect, test } from 'vitest'
import { showMoney } from './money.rules.ts'

test.each([
  [12_800, 'USD', '$128.00'],
  [41_200, 'JPY', '¥41,200'],
  [-1_500, 'EUR', '−€15.00'],
  [1_234, 'KWD', 'KWD 1.234'],
])('%i %s reads %s', (amount, currency, shown) => {
  expect(showMoney({ amount, currency }).replace('\u00a0', ' ')).toBe(shown)
})
