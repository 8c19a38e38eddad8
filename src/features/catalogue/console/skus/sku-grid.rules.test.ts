import { expect, test } from 'vitest'
import * as rules from './sku-grid.rules.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })
const plain = { special: null, new_user: null, compare_at: null }
const sku = (id: number, code: string, size: string, stock = 3) => ({
  id,
  sku: code,
  options: [{ name: 'Size', value: size }],
  image: null,
  stock,
  prices: [{ price: usd(12_800), ...plain }],
  weight: null,
  is_free: false,
  lowest: usd(12_800),
})
const before = [sku(1, 'EBB-S', 'S'), sku(2, 'EBB-M', 'M')]

test('sets a price for a currency and converts again once the price is removed', () => {
  const [row] = rules.toGrid(before)
  if (!row) throw new Error('no row')
  expect(rules.readPrice(row, 'EUR', 'price')).toBe(null)
  const own = rules.setPrice(row, 'EUR', 'price', 11_800)
  expect(rules.readPrice(own, 'EUR', 'price')).toBe(11_800)
  expect(rules.setPrice(own, 'EUR', 'price', null).prices).toEqual(row.prices)
  // A sale price without a price is ignored, and the SKU's own currency keeps its price.
  expect(rules.setPrice(row, 'EUR', 'special', 9_900)).toBe(row)
  expect(rules.setPrice(row, 'USD', 'price', null)).toBe(row)
  expect(rules.readPrice(rules.setPrice(row, 'USD', 'compare_at', 16_000), 'USD', 'compare_at')).toBe(16_000)
})

test('allows a new SKU with a price in euros only, and never sets a price of 0', () => {
  const [row] = rules.combineOptions([], [], 'EBB')
  if (!row) throw new Error('no row')
  expect(row.prices).toEqual([])
  const euros = rules.setPrice(row, 'EUR', 'price', 8_900)
  expect(rules.toSkusToSave([euros])[0]).toMatchObject({ prices: [{ price: { amount: 8_900, currency: 'EUR' } }] })
  expect(euros.is_free).toBe(false)
  expect(rules.setPrice(euros, 'EUR', 'price', null).prices).toEqual([])
  const free = rules.setPrice(euros, 'EUR', 'price', 0)
  expect(free.is_free).toBe(true)
  expect(rules.setPrice(free, 'EUR', 'price', 8_900).is_free).toBe(false)
})

test('moves the base price of a saved SKU to another currency, but keeps the last price', () => {
  const [row] = rules.toGrid(before)
  if (!row) throw new Error('no row')
  const both = rules.setPrice(row, 'EUR', 'price', 11_800)
  expect(rules.setPrice(both, 'USD', 'price', null).prices.map(({ price }) => price.currency)).toEqual(['EUR'])
  expect(rules.setPrice(row, 'USD', 'price', null)).toBe(row)
})

test('builds one row per combination, keeps existing rows, drops rows without a combination, and assigns new codes', () => {
  const rows = rules.combineOptions(rules.toGrid(before), [{ name: 'Size', values: ['M', 'L', 'Lx'] }], 'EBB')
  expect(rows.map((row) => [row.id, row.sku, row.stock])).toEqual([
    [2, 'EBB-M', 3],
    [null, 'EBB-L', 0],
    [null, 'EBB-LX', 0],
  ])
  expect(rows[1]?.prices).toEqual(before[0]?.prices)
  const two = rules.combineOptions(
    [],
    [
      { name: 'Color', values: ['Clay', 'Sage'] },
      { name: 'Size', values: ['S', 'M'] },
    ],
    'EBB',
  )
  expect(two.map((row) => row.sku)).toEqual(['EBB-CLA-S', 'EBB-CLA-M', 'EBB-SAG-S', 'EBB-SAG-M'])
  expect(rules.combineOptions([], [], 'EBB').map((row) => row.sku)).toEqual(['EBB'])
})

test('assigns different codes to values with the same abbreviation', () => {
  const rows = rules.combineOptions([], [{ name: 'Color', values: ['Sand', 'Sandstone'] }], 'EBB')
  expect(rows.map((row) => row.sku)).toEqual(['EBB-SAN', 'EBB-SAN-2'])
})

test('separates counted stock from other changes', () => {
  const grid = rules.toGrid(before)
  expect(rules.isGridChanged(grid, before)).toBe(false)
  const counted = grid.map((row) => (row.id === 2 ? { ...row, stock: 7 } : row))
  expect(rules.listCountedStock(counted, before)).toEqual([{ sku: 'EBB-M', set: 7 }])
  expect(rules.isGridChanged(counted, before)).toBe(false)
  expect(rules.isGridChanged(counted.slice(1), before)).toBe(true)
  expect(rules.listCountedStock([{ ...sku(0, 'NEW', 'X', 5), id: null, key: 'new' }], before)).toEqual([])
})

test('fills down from the current row', () => {
  expect(rules.fillDown([1, 2, 3], 1, () => 9)).toEqual([1, 9, 9])
  expect(rules.fillDown([1], 4, () => 9)).toEqual([1])
})

test('formats the shape of a grid', () => {
  const options = [
    { name: 'Color', values: ['Clay', 'Sage', 'Ink'] },
    { name: 'Size', values: ['M'] },
  ]
  expect(rules.formatGridShape(options)).toBe('Color 3 × Size 1')
})

test('sets only the typed prices, on the selected rows', () => {
  const rows = rules.toGrid(before)
  const next = rules.setPrices(rows, new Set(['2']), 'USD', { price: null, special: 9_900, compare_at: 16_000 })
  expect(next[0]).toBe(rows[0])
  expect(next[1]?.prices[0]).toEqual({ ...plain, price: usd(12_800), special: usd(9_900), compare_at: usd(16_000) })
})
