import { expect, test } from 'vitest'
import { findHint } from './import-badges.ts'

const prices = (amount: number, special: number | null = null) => [
  { price: { amount, currency: 'USD' }, special: special === null ? null : { amount: special, currency: 'USD' } },
]
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })

test.each([
  [
    'a price with a misplaced decimal point',
    change('skus.LAN-37.prices', prices(11_800), prices(1_180)),
    '90 % cheaper. Is this intended?',
  ],
  [
    'an implausibly large discount',
    change('prices', prices(11_800), prices(11_800, 3_000)),
    '75 % cheaper. Is this intended?',
  ],
  ['an ordinary discount', change('skus.LAN-37.prices', prices(11_800), prices(9_900)), undefined],
  ['a new price', change('skus.LAN-37.prices', null, prices(9_900)), undefined],
  ['a product that is taken down', change('status', 'live', 'hidden'), 'Will be removed from the shop'],
  ['a product that is put on sale', change('status', 'hidden', 'live'), undefined],
  ['a SKU that is back in stock', change('skus.REG-38.stock', 0, 24), 'Will be back in stock'],
  ['a SKU that stays sold out', change('stock', 0, 0), undefined],
])('shows the right warning or hint, if any, for %s', (_, one, text) => {
  expect(findHint([change('name', 'Heel', 'Bow Heel'), one])?.text).toBe(text)
})
