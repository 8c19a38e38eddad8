import { describe, expect, test } from 'vitest'
import { findLowestPrice, findPriceProblem, findPriceState, findRunning, noPrice } from './price-changes.staff.rules.ts'

const day = (number: number) => new Date(Date.UTC(2026, 5, number))
const base = { id: 1, fromAt: day(1), toAt: null }
const december = { id: 2, fromAt: day(5), toAt: day(20) }
const flash = { id: 3, fromAt: day(10), toAt: day(11) }

describe('applies the price that began last, and returns to the earlier price after its end', () => {
  test.each([
    [day(2), 1],
    [day(5), 2],
    [day(10), 3],
    [day(11), 2],
    [day(20), 1],
  ])('returns the applicable price at %s', (now, id) => {
    expect(findRunning([flash, base, december], now)?.id).toBe(id)
  })
  test('applies the price that was set last if two prices begin together', () => {
    expect(findRunning([{ ...base, id: 9 }, base], day(2))?.id).toBe(9)
  })
})

test('ends an open-ended price when the next open-ended price begins', () => {
  const next = { id: 4, fromAt: day(8), toAt: null }
  const all = [base, december, next]
  expect(all.map((one) => findPriceState(one, all, day(7)))).toEqual(['open', 'open', 'planned'])
  expect(all.map((one) => findPriceState(one, all, day(8)))).toEqual(['over', 'open', 'open'])
  expect(findPriceState(december, all, day(20))).toBe('over')
})

test.each([
  [{ ...noPrice, priceAmount: 100 }, undefined],
  [{ ...noPrice, priceAmount: 100, specialPriceAmount: 90, newUserPriceAmount: 80, compareAtAmount: 120 }, undefined],
  [noPrice, undefined],
  [{ ...noPrice, priceAmount: 0 }, 'price'],
  [{ ...noPrice, priceAmount: 100, specialPriceAmount: 0 }, 'special'],
  [{ ...noPrice, priceAmount: 100, newUserPriceAmount: 0 }, 'new_user'],
  [{ ...noPrice, compareAtAmount: 120 }, 'price'],
  [{ ...noPrice, priceAmount: 100, specialPriceAmount: 100 }, 'special'],
  [{ ...noPrice, priceAmount: 100, newUserPriceAmount: 110 }, 'new_user'],
  [{ ...noPrice, priceAmount: 100, compareAtAmount: 100 }, 'compare_at'],
])('rejects %o in %s', (amounts, field) => {
  expect(findPriceProblem(amounts, false)?.field).toBe(field)
})

test('accepts a price of 0 for a free SKU', () => {
  expect(findPriceProblem({ ...noPrice, priceAmount: 0 }, true)).toBe(null)
})

describe('the lowest price of the last 30 days', () => {
  const priceOf = (price: number, special: number | null = null) => ({
    ...noPrice,
    priceAmount: price,
    specialPriceAmount: special,
  })
  const first = { ...base, ...priceOf(12_800) }
  const sale = { ...flash, ...priceOf(12_800, 9_900) }
  test.each([
    ['includes the price of a recent sale', day(12), 9_900],
    ['includes a sale that ended less than 30 days ago', new Date(Date.UTC(2026, 6, 10)), 9_900],
    ['ignores a sale that ended more than 30 days ago', new Date(Date.UTC(2026, 6, 12)), 12_800],
  ])('%s', (_, now, lowest) => {
    expect(findLowestPrice([first, sale], now)).toBe(lowest)
  })
  test('is null before the first price', () => {
    expect(findLowestPrice([{ ...base, fromAt: day(20), ...priceOf(1) }], day(2))).toBe(null)
  })
})
