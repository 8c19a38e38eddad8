import { expect, test } from 'vitest'
import type { StaffMarket } from '../markets.staff.contract.ts'
import { toMarketId, toMarketValues, toSentMarket } from './market-values.rules.ts'

const kingdom: StaffMarket = {
  ...{ id: 'united-kingdom', name: 'United Kingdom', currency: 'GBP', tax_display: 'included', status: 'active' },
  ...{ languages: ['en'], sort: 1 },
  countries: [
    { country: 'GB', excluded_postcodes: ['BT', 'GY'] },
    { country: 'IE', excluded_postcodes: [] },
  ],
}

test('keeps the postal codes of a country when another country is added', () => {
  const values = toMarketValues(kingdom, 'EUR')
  expect(values).toMatchObject({ countries: ['GB', 'IE'], postcodes: 'GB: BT, GY' })
  const countries = ['GB', 'IE', 'FR']
  expect(toSentMarket({ countries }, { ...values, countries })).toEqual({
    countries: [
      { country: 'GB', excluded_postcodes: ['BT', 'GY'] },
      { country: 'IE', excluded_postcodes: [] },
      { country: 'FR', excluded_postcodes: [] },
    ],
  })
})

test('does not send countries that stay the same', () => {
  expect(toSentMarket({ name: 'Britain' }, toMarketValues(kingdom, 'EUR'))).toEqual({ name: 'Britain' })
  expect(toMarketValues(undefined, 'EUR')).toMatchObject({ currency: 'EUR', status: 'draft', countries: [] })
})

test('makes the id of a new market from its name', () => {
  expect(toMarketId('  Österreich & Schweiz ')).toBe('osterreich-schweiz')
})
