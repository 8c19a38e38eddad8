import * as z from 'zod/mini'
import { defineStaffCall } from '#contract/calls/staff-call.ts'

export const setupSteps = [
  'seller',
  'countries',
  'currency',
  'tax',
  'shipping',
  'return_address',
  'payment',
  'mail',
  'products',
  'staff',
] as const

export const getSetup = defineStaffCall({
  method: 'GET',
  path: '/setup',
  about:
    'Returns the setup steps of the shop, with the state of each step and the reason for it. Staff can use the console before all steps are done.',
  scope: 'settings:read',
  input: z.object({}),
  output: z.object({
    takes_orders: z.boolean(),
    /** The reasons why the shop accepts no orders, as sentences. */
    closed_because: z.array(z.string()),
    steps: z.array(
      z.object({
        name: z.enum(setupSteps),
        is_done: z.boolean(),
        /** True if the shop accepts no orders until this step is done. */
        is_needed: z.boolean(),
        missing: z.nullable(z.string()),
        /**
         * The current value in short form. Null if the step has no value or has a value that cannot be shown as text.
         */
        now: z.nullable(z.string()),
        why: z.string(),
      }),
    ),
  }),
  example: { input: {} },
})
