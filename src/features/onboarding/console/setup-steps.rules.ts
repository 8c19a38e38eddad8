import type { StaffOutput } from '#contract/calls/staff-call.ts'
import { euCountries } from '#features/tax/tax-places.rules.ts'
import type { getSetup, setupSteps } from '../setup.staff.contract.ts'

export type StepName = (typeof setupSteps)[number]
export type SetupStep = StaffOutput<typeof getSetup>['steps'][number]

/** The steps of the list, in their order. The other steps are recommendations beside the list. */
export const listedSteps = [
  'seller',
  'currency',
  'countries',
  'tax',
  'shipping',
  'return_address',
  'payment',
  'legal',
  'products',
] as const satisfies readonly StepName[]

/** The minutes that each step takes when all data is at hand. */
const minutes: Record<(typeof listedSteps)[number], number> = {
  ...{ seller: 5, currency: 2, countries: 3, tax: 3, shipping: 5 },
  ...{ return_address: 2, payment: 10, legal: 10, products: 15 },
}

export function countMinutes(steps: readonly SetupStep[]): number {
  return listedSteps.reduce((sum, name) => {
    const step = steps.find((one) => one.name === name)
    return step && !step.is_done ? sum + minutes[name] : sum
  }, 0)
}

/** Countries outside the EU whose tax is called VAT. */
const otherVatCountries: readonly string[] = ['GB', 'NO', 'CH', 'IS', 'LI', 'UA', 'RS', 'AE', 'SA']

export type TaxWords = {
  /** The name of the tax in the country. */
  tax: string
  smallBusiness: string
  hasVatNumber: boolean
  hasOss: boolean
}

/** Returns the words and fields of the tax step for a country. */
export function describeTax(country: string): TaxWords {
  const isEu = euCountries.includes(country)
  const tax =
    isEu || otherVatCountries.includes(country)
      ? 'VAT'
      : country === 'US'
        ? 'sales tax'
        : country === 'JP'
          ? 'consumption tax'
          : 'tax'
  const smallBusiness =
    country === 'DE' ? 'Small business, Section 19 UStG' : 'Not registered, or exempt as a small business'
  return { tax, smallBusiness, hasVatNumber: tax === 'VAT', hasOss: isEu }
}
