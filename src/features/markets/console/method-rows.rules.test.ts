import { expect, test } from 'vitest'
import type { ShippingMethod } from '../shipping-methods.staff.contract.ts'
import * as rules from './method-rows.rules.ts'

const pounds = (amount: number) => ({ amount, currency: 'GBP' })
const tracked: ShippingMethod = {
  ...{
    id: 4,
    code: 'tracked',
    name: 'Tracked',
    market_id: 'united-kingdom',
    carrier: 'Royal Mail',
    price_by: 'weight',
  },
  ...{ price: pounds(650), free_from: null, min_days: 3, max_days: 5, is_active: true, sort: 0 },
  bands: [
    { up_to: 1_000, price: pounds(650) },
    { up_to: 3_000, price: pounds(890) },
  ],
}
const row = rules.toMethodRow(tracked)

test('sends a method as it was read', () => {
  const { id: _, code: __, ...fields } = tracked
  expect(rules.toSentRow(row, 'united-kingdom', 0)).toEqual(fields)
  expect(rules.findPriceRange(row)).toEqual([650, 890])
})

test('starts each band at the end of the band above', () => {
  expect(row.bands.map((_, at) => rules.findBandStart(row.bands, at))).toEqual([0, 1_000])
})

test('sends no amount for free shipping while its switch is off', () => {
  const typed = { ...row, free_from: 12_000 }
  expect(rules.toSentRow(typed, 'united-kingdom', 0).free_from).toBe(null)
  expect(rules.toSentRow({ ...typed, has_free_from: true }, 'united-kingdom', 0).free_from).toEqual(pounds(12_000))
})

test('keeps the price for the first band, and asks for the ends of bands again in another unit', () => {
  const fixed = { ...rules.makeMethodRow([], 'GBP'), price: 490 }
  expect(rules.changePriceKind(fixed, 'total').bands).toEqual([{ up_to: null, price: 490 }])
  expect(rules.changePriceKind(row, 'total').bands.map(({ up_to }) => up_to)).toEqual([null, null])
  expect(rules.changePriceKind(row, 'weight')).toBe(row)
})

test('names each kind of change once', () => {
  const other = { ...row, key: '5', id: 5 }
  expect(rules.listMethodChanges([row], [row])).toEqual([])
  expect(rules.listMethodChanges([{ ...row, bands: row.bands.slice(1) }], [row])).toEqual(['weight band'])
  expect(rules.listMethodChanges([other, row], [row, other])).toEqual(['order of methods'])
  expect(rules.listMethodChanges([row, rules.makeMethodRow([row], 'GBP')], [row, other])).toEqual([
    'new method',
    'removed method',
  ])
})

test('makes codes and keys of new methods', () => {
  expect(rules.toMethodCode('united-kingdom', 'Évri ParcelShop!')).toBe('united-kingdom-evri-parcelshop')
  const first = rules.makeMethodRow([], 'GBP')
  expect(rules.makeMethodRow([first], 'GBP').key).not.toBe(first.key)
  expect(rules.moveTo(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(rules.moveTo(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
})
