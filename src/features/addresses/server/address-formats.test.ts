import { expect, test } from 'vitest'
import { countryCodes } from '#features/settings/country-codes.rules.ts'
import { chooseCountry, findTypedProblem, fitAddress } from '../address-form.rules.ts'
import { type AddressField, findPostcodeProblem, prefillAddress } from '../addresses.rules.ts'
import { findAddressFormat } from './address-formats.service.ts'
import { checkAddress } from './check-address.service.ts'
import { readCountryData } from './country-data.ts'

/** Writes the fields from the street to the postcode. A star marks a required field, and a half-width field has a `½`. */
function sketch(code: string, language = 'en'): string {
  const between: readonly AddressField[] = ['city', 'state', 'postcode', 'address_1']
  return findAddressFormat(code, language)
    .fields.filter(({ name }) => between.includes(name))
    .map(({ label, is_required, is_half }) => `${label}${is_required ? '*' : ''}${is_half ? '½' : ''}`)
    .join(', ')
}

test.each([
  ['DE', 'Street and house number*, Postcode*½, City*½'],
  ['US', 'Street address*, City*, State*½, ZIP code*½'],
  ['GB', 'Street address*, Town or city*, Postcode*'],
  ['JP', 'Street address*, City*½, Prefecture*½, Postcode*'],
  ['FR', 'Street address*, Postcode*½, City*½'],
  ['PL', 'Street and house number*, Postcode*½, City*½'],
  ['IE', 'Street address*, City*, County, Eircode'],
  ['HK', 'Street address*, District, Area*'],
  ['AE', 'Street address*, Emirate*'],
  ['CA', 'Street address*, City*, Province*½, Postcode*½'],
  ['', 'Street and house number*, City*, State or region, Postcode'],
])('lists the fields of %s in their order', (code, fields) => {
  expect(sketch(code).replace(/Street(?: and house number| address)/, 'Street')).toBe(
    fields.replace(/Street(?: and house number| address)/, 'Street'),
  )
})

test('calls the street by its habit: with the house number behind it, or in front of it', () => {
  expect(sketch('DE')).toContain('Street and house number')
  expect(sketch('US')).toContain('Street address')
})

test('shows a Japanese reader the order, the names and the family name first', () => {
  expect(sketch('JP', 'ja')).toBe('Postcode*, Prefecture*½, City*½, Street address*')
  const { fields, regions } = findAddressFormat('JP', 'ja')
  expect(fields.slice(0, 2).map(({ name }) => name)).toEqual(['lastname', 'firstname'])
  expect(regions[0]).toEqual({ code: '01', name: '北海道' })
  expect(regions).toHaveLength(47)
  expect(findAddressFormat('JP', 'en').regions[0]).toEqual({ code: '23', name: 'Aichi' })
})

test.each([
  ['US', 'en', { code: 'ME', name: 'Maine' }],
  ['CA', 'en', { code: 'QC', name: 'Quebec' }],
  ['IE', 'en', { code: 'CO', name: 'Co. Cork' }],
  ['HK', 'en', { code: 'Kowloon', name: 'Kowloon' }],
  ['HK', 'zh-TW', { code: 'Kowloon', name: '九龍' }],
  ['AE', 'en', { code: 'DU', name: 'Dubai' }],
  ['AE', 'ar', { code: 'DU', name: 'دبي' }],
])('names a region of %s in %s', (code, language, region) => {
  expect(findAddressFormat(code, language).regions).toContainEqual(region)
})

test('offers no regions where addresses have none', () => {
  for (const code of ['DE', 'FR', 'GB', 'PL']) expect(findAddressFormat(code, 'en').regions).toEqual([])
})

test('has a format for every country, with a pattern that fits its example', () => {
  for (const code of countryCodes) {
    const { fields, postcode_pattern, postcode_example } = findAddressFormat(code, 'en')
    expect(fields.length, code).toBeGreaterThanOrEqual(6)
    expect(new Set(fields.map(({ name }) => name)).size, code).toBe(fields.length)
    if (postcode_example) expect(findPostcodeProblem(postcode_pattern, postcode_example), code).toBeNull()
  }
})

const problemOfPostcode = (code: string, postcode: string) =>
  findPostcodeProblem(readCountryData(code).postcodePattern, postcode)

test.each([
  ['US', '04101'],
  ['US', '04101-1234'],
  ['GB', 'sw1a 1aa'],
  ['GB', 'M1 1AE'],
  ['CA', 'K1A 0B1'],
  ['DE', 'D-10115'],
  ['SE', '413 04'],
  ['PL', '00-950'],
  ['PL', '00950'],
  ['NL', '1012 JS'],
  ['JP', '１００－０００１'],
  ['JP', '100-0001'],
  ['SA', '١٢٣٤٥'],
  ['PT', '1000-205'],
  ['IE', 'D02 X285'],
  ['FR', '75 001'],
  ['DE', ''],
  // Countries without postcodes.
  ['AE', 'x'],
  ['HK', 'x'],
  ['', 'x'],
])('accepts the postcode of %s: %s', (country, postcode) => {
  expect(problemOfPostcode(country, postcode)).toBeNull()
})

test.each([
  ['JP', 'x'],
  ['US', '4101'],
  ['US', 'ABCDE'],
  ['DE', '1011'],
  ['GB', '10115'],
  ['NL', '1012'],
  ['CA', '04101'],
  ['PL', '0095'],
  ['IE', 'D02'],
  ['FR', '7500'],
])('rejects the postcode of %s: %s', (country, postcode) => {
  expect(problemOfPostcode(country, postcode)).toBe('Please enter a valid postcode')
})

const typed = prefillAddress({
  ...{ firstname: 'Maren', lastname: 'Lindqvist', telephone: '207 555 0142', country: 'US' },
  ...{ address_1: '18 Ropewalk Lane', city: 'Portland', state: 'ME', postcode: '04101' },
})

test.each([
  ['DE', { state: '', postcode: '04101', city: 'Portland' }],
  ['CA', { state: '', postcode: '', city: 'Portland' }],
  ['HK', { state: '', postcode: '', city: 'Portland' }],
  ['AE', { state: '', postcode: '', city: '' }],
])('keeps what fits when the country changes to %s', (code, kept) => {
  const { fields, ...rest } = findAddressFormat(code, 'en')
  expect(fitAddress({ ...typed, country: code }, { fields, ...rest })).toEqual({ ...typed, country: code, ...kept })
})

test('finds the problems of a form by its country', () => {
  const german = findAddressFormat('DE', 'en')
  const problemsOf = (address: typeof typed, format = german) =>
    format.fields.map(({ name }) => name).filter((name) => findTypedProblem(name, address, format))
  expect(problemsOf({ ...typed, country: 'DE', state: '' })).toEqual([])
  expect(problemsOf({ ...typed, country: 'DE', state: '', postcode: '', city: '' })).toEqual(['postcode', 'city'])
  expect(problemsOf({ ...typed, state: 'XX' }, findAddressFormat('US', 'en'))).toEqual(['state'])
  // The rules of a country whose format has not arrived are left to the server.
  expect(problemsOf({ ...typed, country: 'US', postcode: '' })).toEqual([])
})

const errorsOf = (changes: Partial<typeof typed>, options = {}) => {
  try {
    checkAddress({ ...typed, ...changes }, options)
  } catch (error) {
    return (error as { refusal: { errors: object } }).refusal.errors
  }
  return null
}
const empty = ['Please fill in this field']

test.each([
  ['DE', { city: '', postcode: '', telephone: '030 901820' }, { city: empty, postcode: empty }],
  ['US', { state: '', postcode: '' }, { state: empty, postcode: empty }],
  ['US', { state: 'Mainland' }, { state: ['Please choose one'] }],
  ['GB', { city: '', postcode: 'SW1A 1AA', telephone: '020 7946 0018' }, { city: empty }],
  ['JP', { state: '', postcode: '100-0001', telephone: '03-1234-5678' }, { state: empty }],
  ['FR', { postcode: '7500', telephone: '01 99 00 12 34' }, { postcode: ['Please enter a valid postcode'] }],
  ['PL', { postcode: '', telephone: '22 123 45 67' }, { postcode: empty }],
  ['IE', { city: '', state: '', postcode: '', telephone: '01 234 5678' }, { city: empty }],
  ['HK', { city: '', state: '', postcode: '', telephone: '2123 4567' }, { state: empty }],
  ['AE', { city: '', state: '', postcode: '', telephone: '050 123 4567' }, { state: empty }],
  ['US', { telephone: '123 456 7890' }, { telephone: ['Please enter a valid phone number'] }],
  ['DE', { telephone: 'call me', postcode: '10115' }, { telephone: ['Please enter a valid phone number'] }],
])('refuses an address of %s: %o', (country, changes, errors) => {
  expect(errorsOf({ country, ...changes })).toEqual(errors)
})

test('names the fields of a nested address', () => {
  expect(errorsOf({ state: '' }, { prefix: 'address.' })).toEqual({ 'address.state': empty })
})

test('stores the code of a region and the international form of a phone number', () => {
  expect(checkAddress({ ...typed, state: 'maine' })).toMatchObject({ state: 'ME', telephone: '+1 207 555 0142' })
  const german = { ...typed, country: 'DE', state: '', postcode: '10115', telephone: '030 / 901820' }
  expect(checkAddress({ ...german, telephone: '(030) 901820' })).toMatchObject({ telephone: '+49 30 901820' })
  expect(checkAddress({ ...german, telephone: '+81 3-1234-5678' })).toMatchObject({ telephone: '+81 3 1234 5678' })
  const irish = { ...typed, country: 'IE', postcode: '', telephone: '01 234 5678' }
  expect(checkAddress({ ...irish, state: 'Cork' }).state).toBe('CO')
  expect(checkAddress({ ...irish, state: 'County Cork' }).state).toBe('CO')
})

test('lets staff leave out a region and keep an unusual phone number', () => {
  const address = { ...typed, state: '', telephone: '555 0142' }
  expect(checkAddress(address, { isByStaff: true })).toEqual(address)
  expect(errorsOf({ telephone: 'none', city: '' }, { isByStaff: true })).toEqual({
    telephone: ['Please enter a valid phone number'],
    city: empty,
  })
})

test('clears a country that the shop does not ship to, and starts with the country of the first format', () => {
  const countries = [
    { code: 'JP', name: 'Japan' },
    { code: 'PE', name: 'Peru' },
  ]
  const anyCountry = findAddressFormat('', 'en')
  expect(chooseCountry('PE', countries, anyCountry)).toBe('PE')
  expect(chooseCountry('FR', countries, anyCountry)).toBe('')
  expect(chooseCountry('FR', countries, findAddressFormat('JP', 'en'))).toBe('JP')
})
