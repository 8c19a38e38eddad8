import { expect, test } from 'vitest'
import { decimalsOf } from '#contract/currency-units.ts'
import { showMoney } from './money.rules.ts'

test.each([
  [12_800, 'USD', '$128.00'],
  [41_200, 'JPY', '¥41,200'],
  [-1_500, 'EUR', '−€15.00'],
  [1_234, 'KWD', 'KWD 1.234'],
  [123_456_789, 'SEK', 'kr 1,234,567.89'],
  // Browsers leave these without their hundredths, in which the shop counts them.
  [459_000, 'HUF', 'Ft 4,590.00'],
  [5, 'USD', '$0.05'],
  [0, 'BRL', 'R$0.00'],
])('%i %s reads %s', (amount, currency, shown) => {
  expect(showMoney({ amount, currency }).replace('\u00a0', ' ')).toBe(shown)
})

test('signs and places are those that browsers know, but for digits that they leave out', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const digits = decimalsOf(currency)
    const format = new Intl.NumberFormat('en', {
      ...{ style: 'currency', currency, currencyDisplay: 'narrowSymbol' },
      ...{ minimumFractionDigits: digits, maximumFractionDigits: digits },
    })
    const shown = showMoney({ amount: 1_234_567, currency })
    // Those of which no shop has heard are written with their letters.
    if (!shown.startsWith(currency)) expect(shown, currency).toBe(format.format(1_234_567 / 10 ** digits))
  }
})
