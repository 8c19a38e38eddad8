import * as z from 'zod/mini'
import { problemCheck } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { isCountryCode } from '#features/settings/country-codes.rules.ts'
import { normalizeVatNumber } from '#features/settings/vat.rules.ts'
import { findVatProblem } from '#features/settings/vat.staff.rules.ts'

export const setupSteps = [
  'seller',
  'currency',
  'countries',
  'tax',
  'shipping',
  'return_address',
  'payment',
  'legal',
  'products',
  'mail',
  'staff',
  'test_order',
] as const

const TaxStatus = z.enum(['registered', 'small_business'])

/** The seller's tax registration, as set-up shows it. */
const TaxSetup = z.object({
  /** ISO code of the seller's country. Empty means not chosen yet. */
  country: z.string(),
  /** Null means that staff have not decided. Orders are then untaxed. */
  status: z.nullable(TaxStatus),
  vat_number: z.string(),
  tax_number: z.string(),
  /** Whether the seller uses the One-Stop Shop of the EU. */
  uses_oss: z.boolean(),
})
export type TaxSetup = z.output<typeof TaxSetup>

const Setup = z.object({
  takes_orders: z.boolean(),
  /** The reasons why the shop accepts no orders, as sentences. */
  closed_because: z.array(z.string()),
  steps: z.array(
    z.object({
      name: z.enum(setupSteps),
      is_done: z.boolean(),
      /** True if a part of the step is done. */
      is_started: z.boolean(),
      /** `orders`: the shop accepts no orders without this step. `law`: shops need this step by law in most countries. */
      needed_for: z.nullable(z.enum(['orders', 'law'])),
      /** True if the shop accepts no orders without this step. */
      is_needed: z.boolean(),
      missing: z.nullable(z.string()),
      /** The current value in short form. Null if the step has no value, or if text cannot show the value. */
      now: z.nullable(z.string()),
      why: z.string(),
    }),
  ),
  tax: TaxSetup,
})

export const getSetup = defineStaffCall({
  method: 'GET',
  path: '/setup',
  about:
    'Returns the setup steps of the shop, with the state of each step and the reason for it. Staff can use the console before all steps are done.',
  scope: 'settings:read',
  input: z.object({}),
  output: Setup,
  example: { input: {} },
})

export const saveTaxSetup = defineStaffCall({
  method: 'PUT',
  path: '/setup/tax',
  about:
    'Saves the tax registration of the seller: the country, the status, the numbers, and whether the seller uses the One-Stop Shop. Registrations start today.',
  scope: 'settings:write',
  input: z.object({
    country: z.string().check(z.maxLength(2), z.refine(isCountryCode, 'Choose a country')),
    status: TaxStatus,
    vat_number: z.pipe(
      z.pipe(z.string().check(z.maxLength(40)), z.transform(normalizeVatNumber)),
      z.string().check(problemCheck(findVatProblem)),
    ),
    tax_number: z.string().check(z.trim(), z.maxLength(40)),
    /** Only for sellers in the EU who are registered for VAT. */
    uses_oss: z._default(z.boolean(), false),
  }),
  output: TaxSetup,
  example: {
    input: {
      country: 'DE',
      status: 'registered',
      vat_number: 'DE136695976',
      tax_number: '37/512/40218',
      uses_oss: true,
    },
  },
})
