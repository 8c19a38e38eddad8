import { expect, test } from 'vitest'
import { findHint } from './import-badges.ts'

const prices = (amount: number, special: number | null = null) => [
  { price: { amount, currency: 'USD' }, special: special === null ? null : { amount: special, currency: 'USD' } },
]
const change = (field: string, before: unknown, after: unknown) => ({ field, before, after })

test.each([
  [
    'a price with its point in the wrong place',
    change('skus.LAN-37.prices', prices(11_800), prices(1_180)),
    '90 % cheaper. Is this intended?',
  ],
  [
    'a sale that is too good',
    change('prices', prices(11_800), prices(11_800, 3_000)),
    '75 % cheaper. Is this intended?',
  ],
  ['an ordinary sale', change('skus.LAN-37.prices', prices(11_800), prices(9_900)), undefined],
  ['a price that is new', change('skus.LAN-37.prices', null, prices(9_900)), undefined],
  ['what is taken down', change('status', 'live', 'hidden'), 'Leaves the shop'],
  ['what is put on sale', change('status', 'hidden', 'live'), undefined],
  ['what was sold out', change('skus.REG-38.stock', 0, 24), 'Back in stock'],
  ['what is still sold out', change('stock', 0, 0), undefined],
])('shows a warning or hint: %s', (_, one, text) => {
  expect(findHint([change('name', 'Heel', 'Bow Heel'), one])?.text).toBe(text)
})
