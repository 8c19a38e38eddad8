import { expect, test } from 'vitest'
import { toMarketForm, toSentMarketFields, toSentRule } from './market-form.rules.ts'

const rule = { price_rule: 'converted', price_ending: '95', price_adjustment: 0 } as const
const market = {
  ...{ id: 'dach', name: 'DACH', currency: 'EUR', tax_display: 'included', status: 'active', sort: 0 },
  languages: ['de', 'en'],
  countries: [{ country: 'AT', excluded_postcodes: [] }],
} as const

test('puts the default language first, and keeps the other languages', () => {
  const form = toMarketForm(
    { ...market, languages: [...market.languages], countries: [...market.countries] } as never,
    [],
    rule,
  )
  expect(form.language).toBe('de')
  expect(toSentMarketFields({ language: 'fr' }, market.languages)).toEqual({ languages: ['fr', 'en'] })
  expect(toSentMarketFields({ language: 'en' }, market.languages)).toEqual({ languages: ['en'] })
  expect(toSentMarketFields({ language: '' }, ['de'])).toEqual({ languages: [] })
})

test('sends the price rule to the currency, and only changed fields', () => {
  expect(toSentRule({ price_adjustment: 0, tax_display: 'added' })).toEqual({ price_adjustment: 0 })
  expect(toSentMarketFields({ price_ending: '9' }, [])).toEqual({})
})
