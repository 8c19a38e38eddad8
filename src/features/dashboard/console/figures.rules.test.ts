import { expect, test } from 'vitest'
import * as rules from './figures.rules.ts'

const day = (date: string, usd: number, eur: number, refunded = 0) => ({
  date,
  orders: 1,
  items: 1,
  returns: 0,
  revenue: [
    { amount: usd, currency: 'USD' },
    { amount: eur, currency: 'EUR' },
  ],
  refunded: refunded ? [{ amount: refunded, currency: 'GBP' }] : [],
})

test('picks the currency with the most revenue as the main currency', () => {
  expect(rules.findMainCurrency([])).toBe(null)
  expect(rules.findMainCurrency([day('2026-01-01', 5, 7), day('2026-01-02', 9, 1)])).toBe('USD')
  expect(rules.listCurrencies([day('2026-01-01', 5, 7, 3)])).toEqual(['EUR', 'GBP', 'USD'])
})

test.each([
  [0, '0 returns'],
  [1, '1 return'],
  [2000, '2,000 returns'],
])('formats a count of %i as %s', (count, shown) => {
  expect(rules.formatCountOf(count, 'return')).toBe(shown)
})

test.each([
  [38, 31, '+23 %'],
  [31, 38, '−18 %'],
  [5, 5, '±0 %'],
  [5, 0, null],
])('formats the growth to %i from %i as %s', (now, before, shown) => {
  expect(rules.formatGrowth(now, before)).toBe(shown)
})

test.each([
  [null, '–'],
  [3.2, '3 h'],
  [28, '1 d 4 h'],
  [23.7, '1 d 0 h'],
])('formats %s hours as %s', (hours, shown) => {
  expect(rules.formatHours(hours)).toBe(shown)
})

test.each([
  [0, 1],
  [7, 10],
  [12, 20],
  [480, 500],
  [501, 1000],
])('for a largest value of %i, picks a scale that ends at %i', (max, top) => {
  expect(rules.computeScaleMax(max)).toBe(top)
})

test('returns seven days that end today', () => {
  const late = Date.parse('2026-03-03T14:00:00Z')
  expect(rules.findPeriod(7, late, 'UTC')).toEqual({ from: '2026-02-25', to: '2026-03-03' })
  expect(rules.findPeriod(7, late, 'Pacific/Auckland')).toEqual({ from: '2026-02-26', to: '2026-03-04' })
})

test.each([
  [1, [0]],
  [6, [0, 1, 2, 3, 4, 5]],
  [7, [0, 2, 4, 6]],
  [30, [2, 7, 12, 17, 22, 27]],
])('labels %i days at equal distances, skipping days if there are too many', (days, named) => {
  expect(Array.from({ length: days }, (_, at) => at).filter((at) => rules.hasLabel(at, days))).toEqual(named)
})
