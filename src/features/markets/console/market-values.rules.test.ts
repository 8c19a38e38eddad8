import { expect, test } from 'vitest'
import { toMarketId, toMarketValues, toSentMarket } from './market-values.rules.ts'

test('sends a new market with its countries, in the currency of the shop at first', () => {
  const values = { ...toMarketValues('EUR'), name: 'Benelux', countries: ['BE', 'NL'] }
  expect(toSentMarket(values)).toEqual({
    ...{ name: 'Benelux', currency: 'EUR' },
    countries: [
      { country: 'BE', excluded_postcodes: [] },
      { country: 'NL', excluded_postcodes: [] },
    ],
  })
})

test('makes the id of a new market from its name', () => {
  expect(toMarketId('  Österreich & Schweiz ')).toBe('osterreich-schweiz')
})
