import { expect, test } from 'vitest'
import { findCountryCode } from './country-codes.ts'

test('a country has its code however it is written, and other words have none', () => {
  expect(['United States', ' sweden ', 'Åland', 'USA', ''].map(findCountryCode)).toEqual(['US', 'SE', null, null, null])
})
