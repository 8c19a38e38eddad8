import { expect, test } from 'vitest'
import { findGridProblem, joinSearchWords } from './product.staff.rules.ts'

const sku = (code: string, ...values: string[]) => ({
  sku: code,
  options: values.map((value, at) => ({ name: ['Color', 'Size'][at] ?? 'More', value })),
})

test.each([
  [[], undefined],
  [[sku('A')], undefined],
  [[sku('A', 'Clay', 'M'), sku('B', 'Clay', 'L')], undefined],
  [[sku('A', 'Clay', 'M'), sku('A', 'Clay', 'L')], 'skus.1.sku'],
  [[sku('A', 'Clay', 'M'), sku('B', 'Clay', 'M')], 'skus.1.options'],
  [[sku('A', 'Clay', 'M'), sku('B', 'Clay')], 'skus.1.options'],
  [[sku('A'), sku('B')], 'skus.1.options'],
  [
    [
      {
        sku: 'A',
        options: [
          { name: 'Size', value: 'M' },
          { name: 'Size', value: 'L' },
        ],
      },
    ],
    'skus.0.options',
  ],
])('rejects a grid of %o because of %s', (grid, field) => {
  expect(findGridProblem(grid)?.field).toBe(field)
})

test('adds only missing search words', () => {
  expect(joinSearchWords('clay dresses', ['Clay', 'Deep sea'])).toBe('clay dresses Deep sea')
  expect(joinSearchWords('', ['Clay', 'Clay'])).toBe('Clay')
})
