import { expect, test } from 'vitest'
import { countMinutes, describeTax, listedSteps, type SetupStep } from './setup-steps.rules.ts'

test.each([
  ['DE', { tax: 'VAT', smallBusiness: 'Small business, Section 19 UStG', hasVatNumber: true, hasOss: true }],
  ['FR', { tax: 'VAT', hasVatNumber: true, hasOss: true }],
  ['GB', { tax: 'VAT', hasVatNumber: true, hasOss: false }],
  ['US', { tax: 'sales tax', hasVatNumber: false, hasOss: false }],
  ['JP', { tax: 'consumption tax', hasVatNumber: false, hasOss: false }],
  ['', { tax: 'tax', hasVatNumber: false, hasOss: false }],
])('describes the tax of a seller in %s', (country, words) => {
  expect(describeTax(country)).toMatchObject(words)
})

test('counts the minutes of open steps in the list', () => {
  const step = (name: SetupStep['name'], is_done: boolean) => ({ name, is_done }) as SetupStep
  expect(countMinutes(listedSteps.map((name) => step(name, true)))).toBe(0)
  expect(countMinutes([step('tax', false), step('products', false), step('mail', false)])).toBe(18)
})
