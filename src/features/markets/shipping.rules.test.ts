import { expect, test } from 'vitest'
import {
  findCheapestShipping,
  findShippingPrice,
  isExcludedPostcode,
  type ShippedOrder,
  type ShippingPrices,
} from './shipping.rules.ts'
import { findRegions } from './visitor-regions.rules.ts'

const bands = [
  { upTo: 1000, priceAmount: 650 },
  { upTo: 3000, priceAmount: 890 },
  { upTo: 10_000, priceAmount: 1290 },
]
const byWeight: ShippingPrices = { priceBy: 'weight', priceAmount: 650, freeFromAmount: null, bands }
const byTotal: ShippingPrices = { ...byWeight, priceBy: 'total' }

test.each<[name: string, prices: ShippingPrices, order: ShippedOrder, amount: number | null]>([
  ['an order without weight: the first band', byWeight, { subtotalAmount: 500, weight: 0 }, 650],
  ['the end of a band: this band', byWeight, { subtotalAmount: 500, weight: 1000 }, 650],
  ['one gram more: the next band', byWeight, { subtotalAmount: 500, weight: 1001 }, 890],
  ['above the last band: not offered', byWeight, { subtotalAmount: 500, weight: 10_001 }, null],
  ['a subtotal in the last band', byTotal, { subtotalAmount: 10_000, weight: 99_999 }, 1290],
  ['a subtotal above the last band: not offered', byTotal, { subtotalAmount: 10_001, weight: 0 }, null],
  ['free from its threshold', { ...byWeight, freeFromAmount: 500 }, { subtotalAmount: 500, weight: 1 }, 0],
  ['a unit below the threshold', { ...byWeight, freeFromAmount: 501 }, { subtotalAmount: 500, weight: 1 }, 650],
  [
    'too heavy in spite of the threshold',
    { ...byWeight, freeFromAmount: 1 },
    { subtotalAmount: 5, weight: 20_000 },
    null,
  ],
  [
    'free above the last band of totals',
    { ...byTotal, freeFromAmount: 9000 },
    { subtotalAmount: 20_000, weight: 0 },
    0,
  ],
  [
    'a fixed price without bands',
    { priceBy: 'fixed', priceAmount: 490, freeFromAmount: null, bands: [] },
    { subtotalAmount: 1, weight: 5 },
    490,
  ],
])('prices %s', (_, prices, order, amount) => {
  expect(findShippingPrice(prices, order)).toBe(amount)
})

test('excludes postal codes by their beginning, without regard to spaces, hyphens and case', () => {
  expect(isExcludedPostcode(['BT', 'HS'], 'bt1 1aa')).toBe(true)
  expect(isExcludedPostcode(['SW1A-2'], 'SW1A 2AA')).toBe(true)
  expect(isExcludedPostcode(['BT'], 'SW1A 2AA')).toBe(false)
  expect(isExcludedPostcode(['BT'], '')).toBe(false)
  expect(isExcludedPostcode([], 'BT1')).toBe(false)
})

test('finds the cheapest method and the smallest amount that is missing for free shipping', () => {
  const methods = [
    { amount: 1490, freeFromAmount: null },
    { amount: 490, freeFromAmount: 9000 },
    { amount: 650, freeFromAmount: 12_000 },
  ]
  expect(findCheapestShipping(methods, 8000)).toEqual({ method: methods[1], missingAmount: 1000 })
  expect(findCheapestShipping([{ amount: 0, freeFromAmount: 9000 }], 9000)?.missingAmount).toBe(null)
  expect(findCheapestShipping([{ amount: 490, freeFromAmount: null }], 9000)?.missingAmount).toBe(null)
  expect(findCheapestShipping([], 9000)).toBe(null)
})

test('reads the regions of the browser’s languages in their order', () => {
  expect(findRegions('en-GB,de-DE;q=0.8,fr;q=0.5')).toEqual(['GB', 'DE'])
  expect(findRegions('zh-Hans-CN, es-419')).toEqual(['CN'])
  expect(findRegions('')).toEqual([])
})
