import { expect, test } from 'vitest'
import { findCheapestMethod, findShownPrice } from './shopper-preview.rules.ts'

const currency = (code: string, rate: number, rule: object = {}) =>
  ({
    ...{ code, rate, decimals: 2, rounding: 1, price_rule: 'converted', price_ending: 'none', price_adjustment: 0 },
    ...rule,
  }) as never
const price = (amount: number, code: string) => ({
  ...{ price: { amount, currency: code }, special: null, new_user: null, compare_at: null },
})
const sku = (...prices: object[]) => ({ prices }) as never

test('shows the own price of a currency before a converted one', () => {
  const known = [currency('EUR', 1), currency('GBP', 0.874, { price_ending: '95' })]
  expect(findShownPrice(sku(price(8_900, 'EUR')), 'GBP', known)).toEqual({ amount: 7_795, currency: 'GBP' })
  expect(findShownPrice(sku(price(8_900, 'EUR'), price(8_000, 'GBP')), 'GBP', known)?.amount).toBe(8_000)
})

test('shows no price where only own prices are sold', () => {
  const known = [currency('EUR', 1), currency('GBP', 0.874, { price_rule: 'own' })]
  expect(findShownPrice(sku(price(8_900, 'EUR')), 'GBP', known)).toBe(null)
})

test('finds the cheapest active method of the market', () => {
  const method = (id: number, market_id: string, amount: number, is_active = true) =>
    ({ id, market_id, is_active, price: { amount, currency: 'EUR' } }) as never
  const methods = [method(1, 'eu', 900), method(2, 'eu', 700), method(3, 'eu', 100, false), method(4, 'uk', 50)]
  expect(findCheapestMethod(methods, 'eu')?.id).toBe(2)
  expect(findCheapestMethod(methods, 'us')).toBe(null)
})
