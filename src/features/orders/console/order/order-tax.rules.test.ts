import { expect, test } from 'vitest'
import { formatBuyer, formatTaxHead, formatTaxPlace, formatTaxRates, formatTaxRow, nameTax } from './order-tax.rules.ts'

const money = { amount: 0, currency: 'EUR' }
const row = { kind: 'items' as const, country: 'FR', region: '', name: 'VAT', rate: 20_000 }
const rates = [
  { ...row, net: money, tax: money, gross: money },
  { ...row, kind: 'shipping' as const, net: money, tax: money, gross: money },
]

test('names the rate of the items, or only the tax if the items have several rates', () => {
  expect(formatTaxHead({ rates }, [{ tax_rate: 20_000 }, { tax_rate: 20_000 }])).toBe('VAT 20%')
  expect(formatTaxHead({ rates }, [{ tax_rate: 20_000 }, { tax_rate: 5500 }])).toBe('VAT')
  expect(nameTax({ rates: [] })).toBe('VAT')
})

test('names the rows, the place and the treatment of the tax', () => {
  expect(rates.map(formatTaxRow)).toEqual(['Items, 20%', 'Shipping, 20%'])
  expect(formatTaxPlace({ rates, treatment: 'oss' })).toBe('France, OSS')
  expect(formatTaxRates({ rates, treatment: 'oss' })).toBe('France 20%, OSS')
  expect(formatTaxPlace({ rates: [], treatment: 'untaxed' })).toBe('Untaxed')
})

test('names a business buyer', () => {
  expect(formatBuyer({ company: 'Donauwarte GmbH', vat_number: 'ATU12345675' })).toBe('Donauwarte GmbH')
  expect(formatBuyer({ company: null, vat_number: 'ATU12345675' })).toBe('Business')
  expect(formatBuyer({ company: null, vat_number: null })).toBe('Consumer')
})
