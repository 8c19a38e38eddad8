import type { StaffOrder, StaffTax } from '#features/orders/orders.staff.contract.ts'
import { formatCountry } from '#features/settings/country-names.rules.ts'

/** Formats a rate in thousandths of a percent: 19000 is `19%`. */
const formatRate = (rate: number): string => `${rate / 1000}%`

/** The name of the tax in tables: `VAT`, or the name of the first rate. */
export const nameTax = ({ rates }: Pick<StaffTax, 'rates'>): string =>
  rates.find(({ name }) => name !== '')?.name ?? 'VAT'

/** Returns the head of the column with the tax of each item: `VAT 20%`, or `VAT` for several rates. */
export function formatTaxHead(tax: Pick<StaffTax, 'rates'>, lines: readonly { tax_rate: number }[]): string {
  const rates = new Set(lines.map(({ tax_rate }) => tax_rate))
  const [rate] = rates
  return rates.size === 1 && rate !== undefined ? `${nameTax(tax)} ${formatRate(rate)}` : nameTax(tax)
}

const kinds = { items: 'Items', shipping: 'Shipping' }

export const formatTaxRow = ({ kind, rate }: StaffTax['rates'][number]): string => `${kinds[kind]}, ${formatRate(rate)}`

const treatments: Record<StaffTax['treatment'], string> = {
  domestic: '',
  oss: 'OSS',
  destination: 'registered there',
  export: 'tax-free export',
  intra_community: 'intra-community supply',
  reverse_charge: 'reverse charge',
  small_business: 'small business, no VAT',
  untaxed: 'Untaxed',
}

/** Returns the places of the tax with its treatment, such as `France, OSS`. */
export function formatTaxPlace({ rates, treatment }: Pick<StaffTax, 'rates' | 'treatment'>): string {
  const places = new Set(rates.map(({ country, region }) => [formatCountry(country), region].filter(Boolean).join(' ')))
  return [...places, treatments[treatment]].filter(Boolean).join(', ')
}

/** Returns the places and rates of the tax, such as `France 20%, OSS`. */
export function formatTaxRates({ rates, treatment }: Pick<StaffTax, 'rates' | 'treatment'>): string {
  const taxed = new Set(rates.map(({ country, rate }) => `${formatCountry(country)} ${formatRate(rate)}`))
  return [...taxed, treatments[treatment]].filter(Boolean).join(', ')
}

/** Returns whether the buyer is a business, with its name. */
export const formatBuyer = ({ company, vat_number }: Pick<StaffOrder, 'company' | 'vat_number'>): string =>
  company || (vat_number ? 'Business' : 'Consumer')
