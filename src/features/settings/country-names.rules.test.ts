import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { countryCodes } from './country-codes.rules.ts'
import { findCountryCode, formatCountry, listCountryNames } from './country-names.rules.ts'
import { findCountryInAnyLanguage, languagesOfNames } from './server/country-names.service.ts'

test.each([
  ['US', 'US'],
  [' us ', 'US'],
  ['United States', 'US'],
  ['USA', 'US'],
  ['U.K.', 'GB'],
  [' sweden ', 'SE'],
  ['Cote d’Ivoire', 'CI'],
  ['Turkey', 'TR'],
  ['Narnia', null],
  ['XX', null],
  ['', null],
])('finds the country of %j: %s', (text, code) => {
  expect(findCountryCode(text)).toBe(code)
})

test.each([
  ['Deutschland', 'DE'],
  ['DEUTSCHLAND', 'DE'],
  ['Polska', 'PL'],
  ['Osterreich', 'AT'],
  ['日本', 'JP'],
  ['ישראל', 'IL'],
  ['Åland', 'AX'],
  ['Narnia', null],
  ['', null],
])('finds the country of %j in any language: %s', async (text, code) => {
  expect(await findCountryInAnyLanguage(text)).toBe(code)
})

test('finds every country by its name in every language that the shop has texts for', async () => {
  const catalogues = readdirSync(new URL('../../words/catalogues', import.meta.url)).map((file) =>
    file.replace('.json', ''),
  )
  expect([...languagesOfNames].sort()).toEqual(catalogues.sort())
  // In Polish both countries on the Congo River are called "Kongo".
  const codes = countryCodes.filter((code) => code !== 'CG')
  for (const language of languagesOfNames) {
    const found = await Promise.all(codes.map((code) => findCountryInAnyLanguage(formatCountry(code, language))))
    expect(found).toEqual(codes)
  }
})

test('sorts countries by the rules of the language and keeps unknown text', () => {
  expect(listCountryNames(['SE', 'AT', 'DE'], 'de')).toEqual([
    { code: 'DE', name: 'Deutschland' },
    { code: 'AT', name: 'Österreich' },
    { code: 'SE', name: 'Schweden' },
  ])
  expect(formatCountry('Narnia', 'de')).toBe('Narnia')
})
