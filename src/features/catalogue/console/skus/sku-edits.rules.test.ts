import { expect, test } from 'vitest'
import { listSkuEdits } from './sku-edits.rules.ts'
import { toGrid } from './sku-grid.rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const [row] = toGrid([
  {
    id: 1,
    sku: 'EBB-S',
    options: [{ name: 'Size', value: 'S' }],
    image: null,
    stock: 3,
    weight: 350,
    prices: [{ price: usd(12_800), special: null, new_user: null, compare_at: null }],
    is_free: false,
    lowest: usd(12_800),
  },
])
if (!row) throw new Error('no row')
const [stock, price, special, was, weight] = listSkuEdits({ currency: 'USD', decimals: 2, isForeign: false })
const [, euros] = listSkuEdits({ currency: 'EUR', decimals: 2, isForeign: true })

test('accepts whole numbers as stock', () => {
  expect(stock?.write(row)).toBe('3')
  expect(stock?.read(' 12 ', row)?.stock).toBe(12)
  for (const text of ['', '-1', '1.5', 'many', '99999999999']) expect(stock?.read(text, row)).toBe(null)
  expect(stock?.isLow?.(row)).toBe(false)
  expect(stock?.isLow?.({ ...row, stock: 1 })).toBe(true)
})

test('accepts whole grams as weight, up to 1,000 kg, and an empty cell as unknown', () => {
  expect(weight?.write(row)).toBe('350')
  expect(weight?.read(' 1000000 ', row)?.weight).toBe(1_000_000)
  for (const text of ['-1', '1.5', '2 kg', '1000001']) expect(weight?.read(text, row)).toBe(null)
  const unknown = weight?.read('', row)
  expect(unknown?.weight).toBe(null)
  expect(unknown && weight?.write(unknown)).toBe('')
})

test('parses a typed price in the currency of the grid', () => {
  expect(price?.write(row)).toBe('128.00')
  expect(price?.read('99.50', row)?.prices[0]?.price).toEqual(usd(9950))
  expect(price?.read('nothing', row)).toBe(null)
  expect([price?.placeholder, euros?.placeholder]).toEqual(['–', 'auto'])
  expect(euros?.write(row)).toBe('')
})

test('rejects an empty price only where the SKU needs a price', () => {
  expect(price?.read('', row)).toBe(null)
  expect(special?.read('', row)?.prices[0]?.special).toBe(null)
})

test('makes a SKU free by the word "free", not by a typed 0', () => {
  expect(price?.read('0', row)).toBe(null)
  const free = price?.read('Free', row)
  expect(free?.is_free).toBe(true)
  expect(free && price?.write(free)).toBe('Free')
  expect(was?.read('free', row)).toBe(null)
})
