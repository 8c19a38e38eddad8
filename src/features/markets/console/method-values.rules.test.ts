import { expect, test } from 'vitest'
import { toMethodValues, toSentMethod } from './method-values.rules.ts'

const post = {
  ...{ id: 3, code: 'post', name: 'Post', min_days: 1, max_days: 3, is_active: true, sort: 0 },
  ...{ market_id: 'worldwide', carrier: '', price_by: 'fixed' as const, bands: [] },
  price: { amount: 490, currency: 'EUR' },
  free_from: { amount: 10_000, currency: 'EUR' },
}

test('sends both amounts of a method in the chosen currency, also after the currency has changed', () => {
  const values = { ...toMethodValues(undefined, 'JPY'), name: 'Post', currency: 'EUR', price: 490 }
  expect(toMethodValues(undefined, 'JPY').currency).toBe('JPY')
  expect(toSentMethod(values, values)).toMatchObject({ price: { amount: 490, currency: 'EUR' }, free_from: null })
  const moved = { ...toMethodValues(post, 'JPY'), currency: 'SEK' }
  expect(toSentMethod({ currency: 'SEK' }, moved)).toEqual({
    price: { amount: 490, currency: 'SEK' },
    free_from: { amount: 10_000, currency: 'SEK' },
  })
})

test('does not send unchanged amounts', () => {
  expect(toSentMethod({ name: 'Mail' }, { ...toMethodValues(post, 'JPY'), name: 'Mail' })).toEqual({ name: 'Mail' })
})

test('sends null for a removed amount', () => {
  expect(toSentMethod({ free_from: null }, { ...toMethodValues(post, 'JPY'), free_from: null })).toEqual({
    price: { amount: 490, currency: 'EUR' },
    free_from: null,
  })
})
