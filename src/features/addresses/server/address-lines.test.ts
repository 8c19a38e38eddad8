import { expect, test } from 'vitest'
import { formatAddressLines, joinAddress } from './address-lines.service.ts'

const nothing = { house_num: '', address_2: '', city: '', state: '', postcode: '' }
const maren = { ...nothing, firstname: 'Maren', lastname: 'Lindqvist' }

test.each([
  [
    'DE',
    { ...maren, address_1: 'Am Sandtorkai', house_num: '30', postcode: '20457', city: 'Hamburg' },
    ['Maren Lindqvist', 'Am Sandtorkai 30', '20457 Hamburg', 'Germany'],
  ],
  [
    'US',
    {
      ...maren,
      address_1: '18 Ropewalk Lane',
      address_2: 'Apt 4',
      city: 'Portland',
      state: 'Maine',
      postcode: '04101',
    },
    ['Maren Lindqvist', '18 Ropewalk Lane', 'Apt 4', 'Portland, ME 04101', 'United States'],
  ],
  [
    'GB',
    { ...maren, address_1: 'Baker Street', house_num: '221B', city: 'London', postcode: 'NW1 6XE' },
    ['Maren Lindqvist', '221B Baker Street', 'London', 'NW1 6XE', 'United Kingdom'],
  ],
  [
    'JP',
    {
      ...{ ...nothing, firstname: '恵子', lastname: '田中', address_1: '丸の内1-5-3' },
      ...{ city: '千代田区', state: '13', postcode: '100-0005' },
    },
    ['〒100-0005', '東京都千代田区', '丸の内1-5-3', '田中 恵子', 'Japan'],
  ],
  [
    'JP',
    { ...maren, address_1: '1-5-3 Marunouchi', city: 'Chiyoda-ku', state: '13', postcode: '100-0005' },
    ['Maren Lindqvist', '1-5-3 Marunouchi', 'Chiyoda-ku, Tokyo', '100-0005', 'Japan'],
  ],
  [
    'FR',
    { ...maren, address_1: '5 rue Lepic', postcode: '75018', city: 'Paris' },
    ['Maren Lindqvist', '5 rue Lepic', '75018 Paris', 'France'],
  ],
  [
    'PL',
    { ...maren, address_1: 'ul. Prosta 51', postcode: '00-838', city: 'Warszawa' },
    ['Maren Lindqvist', 'ul. Prosta 51', '00-838 Warszawa', 'Poland'],
  ],
  [
    'IE',
    { ...maren, address_1: '3 Main Street', city: 'Cobh', state: 'CO', postcode: 'P24 X7Y0' },
    ['Maren Lindqvist', '3 Main Street', 'Cobh', 'Co. Cork', 'P24 X7Y0', 'Ireland'],
  ],
  [
    'HK',
    { ...maren, address_1: '1 Nathan Road', city: 'Tsim Sha Tsui', state: 'Kowloon' },
    ['Maren Lindqvist', '1 Nathan Road', 'Tsim Sha Tsui', 'Kowloon', 'Hong Kong SAR China'],
  ],
  [
    'AE',
    { ...maren, address_1: 'Al Wasl Road 7', state: 'DU' },
    ['Maren Lindqvist', 'Al Wasl Road 7', 'Dubai', 'United Arab Emirates'],
  ],
])('prints an address of %s in the order of the country', (country, address, lines) => {
  expect(formatAddressLines(address, country, 'en')).toEqual(lines)
  expect(formatAddressLines(address, country, 'en', { hasName: false })).toEqual(
    lines.filter((line) => !/Lindqvist|恵子/.test(line)),
  )
})

test('leaves out the separators of empty fields', () => {
  const address = { ...maren, address_1: '18 Ropewalk Lane', city: 'Portland', postcode: '04101' }
  expect(formatAddressLines(address, 'US', 'en')).toContain('Portland 04101')
  expect(formatAddressLines({ ...address, city: '', postcode: '' }, 'US', 'de')).toEqual([
    'Maren Lindqvist',
    '18 Ropewalk Lane',
    'Vereinigte Staaten',
  ])
})

test('keeps fields that the country does not have, and texts that are no country or region', () => {
  const address = { ...maren, address_1: 'Al Wasl Road 7', city: 'Jumeirah', state: 'Dubai', postcode: '00000' }
  expect(formatAddressLines(address, 'AE', 'en')).toEqual([
    'Maren Lindqvist',
    'Al Wasl Road 7',
    'Jumeirah 00000',
    'Dubai',
    'United Arab Emirates',
  ])
  expect(formatAddressLines({ ...address, state: 'Old Duchy' }, 'Narnia', 'en')).toEqual([
    'Maren Lindqvist',
    'Al Wasl Road 7',
    'Jumeirah',
    'Old Duchy',
    '00000',
    'Narnia',
  ])
})

test('joins all fields with commas in the order of the country', () => {
  const address = { ...maren, address_1: 'Linnégatan', house_num: '27B', city: 'Göteborg', postcode: '413 04' }
  expect(joinAddress(address, 'SE', 'en')).toBe('Linnégatan, 27B, 413 04, Göteborg, Sweden')
  expect(joinAddress({ ...address, address_2: 'Apt 4', state: 'Halland' }, 'SE', 'en')).toBe(
    'Linnégatan, 27B, Apt 4, 413 04, Göteborg, Halland, Sweden',
  )
  const american = { ...maren, address_1: '18 Ropewalk Lane', city: 'Portland', state: 'ME', postcode: '04101' }
  expect(joinAddress(american, 'US', 'en')).toBe('18 Ropewalk Lane, Portland, Maine, 04101, United States')
})
