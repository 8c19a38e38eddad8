import * as z from 'zod/mini'
import { queryNumber } from '#contract/calls/fields.ts'
import { defineStaffCall, StaffMoney } from '#contract/calls/staff-call.ts'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { taxTreatments } from '#features/tax/tax.rules.ts'
import { maxAmount } from './price-changes.staff.rules.ts'

export const previewTax = defineStaffCall({
  method: 'GET',
  path: '/tax-preview',
  about: 'Returns the tax of one item, computed as at checkout today. Nothing is stored.',
  scope: 'settings:read',
  input: z.object({
    /** The price of the item in minor units, as shoppers see it. */
    amount: queryNumber(0, maxAmount),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/), z.maxLength(3)),
    /** The handle of a product, whose tax category applies. Without one, the general rate applies. */
    product: z.optional(z.string().check(z.maxLength(100))),
    country: z.string().check(z.maxLength(2), z.refine(isCountryCode, 'Enter the ISO code of a country, such as DE.')),
    region: z._default(z.string().check(z.maxLength(3)), ''),
    postcode: z._default(z.string().check(z.trim(), z.maxLength(20)), ''),
    /** The value `business` previews a buyer with a valid VAT number of the destination. */
    buyer: z._default(z.enum(['consumer', 'business']), 'consumer'),
  }),
  output: z.object({
    net: StaffMoney,
    tax: StaffMoney,
    gross: StaffMoney,
    /** Whether the price includes the tax, or the tax is added at checkout. */
    display: z.enum(['included', 'added']),
    treatment: z.enum(taxTreatments),
    /** The place whose rate applies. Null without tax. */
    country: z.nullable(z.string()),
    region: z.string(),
    /** The rate in thousandths of a percent: 19 % is 19000. */
    rate: z.int(),
    rate_name: z.string(),
    /** The tax category of the product. Null without one. */
    category: z.nullable(z.string()),
  }),
  example: { input: { amount: 8900, currency: 'USD', country: 'FR' } },
})
