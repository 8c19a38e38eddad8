import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTotal, toPriceValue, toWirePrice } from './money.ts'

test.each([
  [12800, 2, '128.00'],
  [5, 2, '0.05'],
  [0, 2, '0.00'],
  [-1000, 2, '-10.00'],
  [1980, 0, '1980'],
  [1234, 3, '1.234'],
])('formats %i with %i decimals as %s', (amount, decimals, expected) => {
  expect(toPriceValue(amount, decimals)).toBe(expected)
})

test('converts any amount to text without losing a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.integer({ min: 0, max: 3 }), (amount, decimals) => {
      expect(Number(toPriceValue(amount, decimals).replace('.', ''))).toBe(amount)
    }),
  )
})

const euro = { code: 'EUR', symbol_left: '€', symbol_right: '', decimals: 2 }
const yen = { code: 'JPY', symbol_left: '¥', symbol_right: '', decimals: 0 }
const dinar = { code: 'KWD', symbol_left: 'KWD ', symbol_right: '', decimals: 3 }
const krone = { code: 'DKK', symbol_left: '', symbol_right: ' kr.', decimals: 2 }
const dollar = { code: 'USD', symbol_left: 'US$', symbol_right: '', decimals: 2 }

test.each([
  ['de', euro, 8900, '89,00 €'],
  ['de', euro, 128_000_00, '128.000,00 €'],
  ['de', euro, -1000, '-10,00 €'],
  ['de', yen, 10_499, '10.499 ¥'],
  ['de', dinar, 1_234_567, '1.234,567 KWD'],
  ['fr', euro, 128_000, '1 280,00 €'],
  ['fr', dollar, 128_000, '1 280,00 US$'],
  ['en', euro, 8900, '€89.00'],
  ['en', euro, -128_000, '-€1,280.00'],
  ['en', krone, 128_000, 'kr. 1,280.00'],
  ['en', dinar, 5, 'KWD 0.005'],
  ['ar', euro, 128_000, '1,280.00 €'],
  ['ar', dinar, 1_234_567, '1,234.567 KWD'],
  ['he', euro, -8900, '-89.00 €'],
  ['ja', yen, 10_499, '¥10,499'],
  ['ja', euro, 0, '€0.00'],
])('formats in %s a price of %o as %s', (language, style, amount, expected) => {
  expect(toWirePrice(amount, { ...style, language }).price.replaceAll('\u00a0', ' ')).toBe(expected)
})

test('keeps the last digit of an amount beyond float precision', () => {
  expect(toWirePrice(9_007_199_254_740_991, { ...euro, language: 'en' }).price).toBe('€90,071,992,547,409.91')
})

test('puts no direction marks into prices, because screens isolate them', () => {
  for (const language of ['ar', 'he', 'fa', 'ur']) {
    for (const style of [euro, yen, dinar, krone]) {
      expect(toWirePrice(-128_000, { ...style, language }).price).not.toMatch(/[\u061c\u200e\u200f]/)
    }
  }
})

test("uses the language's symbol for a currency without one", () => {
  const bare = { ...krone, symbol_left: '', symbol_right: '' }
  expect(toWirePrice(1000, { ...bare, language: 'en' }).price).toBe('kr\u00a010.00')
  expect(toWirePrice(1000, { ...bare, code: 'PLN', language: 'pl' }).price).toBe('10,00\u00a0zł')
})

test('formats the plain number the same way in every language', () => {
  expect(toWirePrice(128_000, { ...euro, language: 'de' }).price_value).toBe('1280.00')
})

test('formats totals in dollars as $ and the value, and other totals as their price text', () => {
  expect(formatTotal({ code: 'USD', price: 'US$1,280.00', price_value: '1280.00' })).toBe('$1280.00')
  expect(formatTotal({ code: 'USD', price: '-$10.00', price_value: '-10.00' })).toBe('-$10.00')
  expect(formatTotal(toWirePrice(-845_000, { ...euro, language: 'de' }))).toBe('-8.450,00\u00a0€')
})
