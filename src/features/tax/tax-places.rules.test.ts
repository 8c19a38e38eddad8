import { describe, expect, test } from 'vitest'
import {
  type DatedRate,
  decideTax,
  findRate,
  findTaxCountry,
  findTaxRounding,
  type Registration,
} from './tax-places.rules.ts'

const registration = (scheme: Registration['scheme'], country: string, region = ''): Registration => ({
  ...{ scheme, country, region, validFrom: '2020-01-01', validUntil: null },
})
const domestic = registration('domestic', 'DE')
const oss = registration('oss', 'DE')
const to = (country: string, region = '', postcode = '') => ({ country, region, postcode })

function decide(
  seller: string,
  destination: ReturnType<typeof to>,
  registrations: Registration[] = [],
  buyerVatNumber: string | null = null,
) {
  return decideTax({
    ...{
      seller: { country: seller, status: 'registered' },
      destination,
      registrations,
      buyerVatNumber,
      day: '2026-11-19',
    },
  })
}

describe('a seller in Germany', () => {
  test.each([
    ['charges German tax at home', to('DE', '', '10115'), [domestic], null, 'domestic', 'DE'],
    ['charges German tax in the EU below the threshold', to('FR'), [domestic], null, 'domestic', 'DE'],
    ['charges French tax with the One-Stop Shop', to('FR'), [domestic, oss], null, 'oss', 'FR'],
    ['charges French tax in Monaco', to('MC'), [domestic, oss], null, 'oss', 'FR'],
    ['charges no tax to a French business', to('FR'), [domestic, oss], 'FR40303265045', 'intra_community', null],
    ['charges tax to a German business', to('DE'), [domestic, oss], 'DE136695976', 'domestic', 'DE'],
    [
      'ignores a VAT number of another country than the destination',
      to('FR'),
      [domestic, oss],
      'PL1234563218',
      'oss',
      'FR',
    ],
    ['exports to the United States without tax', to('US', 'CA'), [domestic, oss], null, 'export', null],
    ['exports to the Canary Islands without tax', to('ES', '', '35001'), [domestic, oss], null, 'export', null],
    ['exports to Heligoland without tax', to('DE', '', '27498'), [domestic], null, 'export', null],
    ['treats Northern Ireland as part of the EU', to('GB', '', 'BT1 5GS'), [domestic, oss], null, 'oss', 'GB'],
    [
      'exports to Great Britain without a registration',
      to('GB', '', 'SW1A 1AA'),
      [domestic, oss],
      null,
      'export',
      null,
    ],
    [
      'charges British tax with a registration',
      to('GB'),
      [domestic, registration('destination', 'GB')],
      null,
      'destination',
      'GB',
    ],
    [
      'leaves British tax to a business buyer',
      to('GB'),
      [registration('destination', 'GB')],
      'GB220430231',
      'reverse_charge',
      null,
    ],
  ] as const)('%s', (_, destination, registrations, vatNumber, treatment, country) => {
    const decision = decide('DE', destination, [...registrations], vatNumber)
    expect([decision.treatment, decision.place?.country ?? null]).toEqual([treatment, country])
  })
})

test('charges sales tax only in registered US states', () => {
  const inCalifornia = [registration('destination', 'US', 'CA')]
  expect(decide('US', to('US', 'CA'), inCalifornia)).toEqual({
    ...{ treatment: 'destination', place: { country: 'US', region: 'CA' } },
  })
  expect(decide('US', to('US', 'OR'), inCalifornia).treatment).toBe('untaxed')
  expect(decide('US', to('DE'), inCalifornia).treatment).toBe('export')
})

test('charges no tax for a shop that has not decided, or is a small business', () => {
  const shop = { destination: to('DE'), buyerVatNumber: null, registrations: [], day: '2026-11-19' }
  expect(decideTax({ ...shop, seller: { country: 'DE', status: '' } }).treatment).toBe('untaxed')
  expect(decideTax({ ...shop, seller: { country: '', status: 'registered' } }).treatment).toBe('untaxed')
  expect(decideTax({ ...shop, seller: { country: 'DE', status: 'small_business' } }).treatment).toBe('small_business')
})

test('ignores registrations before their first and after their last day', () => {
  const late = { ...oss, validFrom: '2026-11-20' }
  const ended = { ...oss, validUntil: '2026-11-18' }
  expect(decide('DE', to('FR'), [late, ended]).treatment).toBe('domestic')
  expect(decide('DE', to('FR'), [{ ...oss, validFrom: '2026-11-19', validUntil: '2026-11-19' }]).treatment).toBe('oss')
})

test('finds the most specific rate of a day', () => {
  const rate = (percent: number, more: Partial<DatedRate> = {}): DatedRate => ({
    ...{ country: 'US', region: '', category: null, name: 'Tax', rate: percent * 1000 },
    ...{ validFrom: '2020-01-01', validUntil: null, ...more },
  })
  const rates = [
    rate(1),
    rate(2, { category: 'clothing' }),
    rate(3, { region: 'NY' }),
    rate(4, { region: 'NY', category: 'clothing', validFrom: '2026-01-01' }),
  ]
  const find = (region: string, category: string | null, day = '2026-11-19') =>
    findRate(rates, { country: 'US', region }, category, day)?.rate
  expect(find('NY', 'clothing')).toBe(4000)
  expect(find('NY', 'clothing', '2025-12-31')).toBe(3000)
  expect(find('NY', 'shoes')).toBe(3000)
  expect(find('TX', 'clothing')).toBe(2000)
  expect(find('TX', null)).toBe(1000)
  expect(findRate(rates, { country: 'DE', region: '' }, null, '2026-11-19')).toBeNull()
})

test('rounds once per rate in Japan and per line elsewhere', () => {
  expect(findTaxRounding('JP')).toEqual({ per: 'rate', direction: 'down' })
  expect(findTaxRounding('DE')).toEqual({ per: 'line', direction: 'nearest' })
})

test('finds the tax country of special places', () => {
  expect(findTaxCountry({ country: 'IM', postcode: 'IM1 1AA' })).toBe('GB')
  expect(findTaxCountry({ country: 'ES', postcode: '51001' })).toBe('')
  expect(findTaxCountry({ country: 'ES', postcode: '08001' })).toBe('ES')
})
