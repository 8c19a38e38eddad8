import { describe, expect, test } from 'vitest'
import type { TaxRate, TaxRegistration } from '../tax.staff.contract.ts'
import { formatTaxRate } from '../tax-rates.rules.ts'
import {
  describePreview,
  describeUse,
  findDueDay,
  findFiling,
  formatTaxDay,
  listQuarters,
  listShownRates,
  parseTaxRate,
} from './tax-page.rules.ts'

const today = '2026-11-19'
const rate = (country: string, more: Partial<TaxRate> = {}): TaxRate => ({
  ...{ id: country, country, region: '', category: null, name: 'VAT', rate: 20_000 },
  ...{ valid_from: '2020-01-01', valid_until: null, source: '', source_date: null, ...more },
})
const registration = (scheme: TaxRegistration['scheme'], country: string, more: Partial<TaxRegistration> = {}) => ({
  ...{ id: scheme, scheme, country, region: '', number: '', limit: null },
  ...{ valid_from: '2020-01-01', valid_until: null, ...more },
})

test('reads and writes rates in percent', () => {
  expect(['19', '25.5', '8,875', '0%', ' 20 % '].map(parseTaxRate)).toEqual([19_000, 25_500, 8875, 0, 20_000])
  expect(['', '101', '1.2345', '-1', 'x'].map(parseTaxRate)).toEqual([null, null, null, null, null])
  expect([19_000, 25_500, 8875, 0].map(formatTaxRate)).toEqual(['19%', '25.5%', '8.875%', '0%'])
})

test('lists the country of the seller first, and rates of a place together', () => {
  const rates = [
    rate('FR'),
    rate('EE', { id: 'EE-old', valid_until: '2025-06-30' }),
    rate('EE', { valid_from: '2025-07-01' }),
    rate('DE'),
    rate('IE', { id: 'IE-kids', category: 'childrens_clothing' }),
    rate('IE'),
  ]
  const list = (hasEnded: boolean) =>
    listShownRates(rates, { home: 'DE', today, hasEnded }).map((row) => `${row.isFirst ? '' : '+'}${row.rate.id}`)
  expect(list(true)).toEqual(['DE', 'EE', '+EE-old', 'FR', 'IE', '+IE-kids'])
  expect(list(false)).toEqual(['DE', 'EE', 'FR', 'IE', '+IE-kids'])
})

test('finds the return of a rate', () => {
  const registrations = [registration('oss', 'DE'), registration('destination', 'CH')]
  const find = (country: string) => findFiling(rate(country), registrations, 'DE', today)
  expect(['DE', 'FR', 'CH', 'NO', 'US'].map(find)).toEqual(['Domestic return', 'OSS', 'Local return', null, null])
})

test('describes the orders of a registration', () => {
  expect(describeUse(registration('oss', 'DE'))).toBe('26 EU countries, quarterly')
  const limit = { amount: 13_500, currency: 'GBP' }
  expect(describeUse(registration('destination', 'GB', { limit }))).toBe('Orders up to £135')
})

describe('the preview', () => {
  const eur = (amount: number) => ({ amount, currency: 'EUR' })
  const preview = { net: eur(7417), tax: eur(1483), gross: eur(8900), rate: 20_000, rate_name: 'VAT' }
  test('names the tax, the rate and the return', () => {
    expect(describePreview({ ...preview, display: 'included', treatment: 'oss', country: 'FR' })).toEqual({
      result: '€14.83 VAT (20%)',
      sum: '€74.17 net + €14.83 VAT = €89.00 · reported in OSS',
    })
  })
  test('gives the reason for no tax', () => {
    const none = { ...preview, tax: eur(0), net: eur(8900), rate: 0, rate_name: '' }
    expect(describePreview({ ...none, display: 'included', treatment: 'export', country: null })).toEqual({
      result: 'no tax (export)',
      sum: '€89.00 without tax',
    })
  })
})

test('lists quarters with the day on which their return is due', () => {
  const [current, before] = listQuarters(Date.parse('2026-11-19T12:00:00Z'), 'Europe/Berlin')
  expect(current).toEqual({ value: '2026-Q4', name: 'Q4 2026, Oct 1–Dec 31', from: '2026-10-01', to: '2026-12-31' })
  expect(before).toMatchObject({ name: 'Q3 2026, Jul 1–Sep 30', to: '2026-09-30' })
  expect([current, before].map((one) => formatTaxDay(findDueDay(one ?? { to: '' })))).toEqual([
    'Jan 31, 2027',
    'Oct 31, 2026',
  ])
})
