import * as z from 'zod/mini'
import { defineStaffCall } from '#contract/staff-call.ts'
import { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { OrderNo } from './orders.staff.contract.ts'

/** What can be done with many orders at once: what needs nothing that differs from one to the next. */
export const bulkCommands = ['hold', 'release', 'prepare', 'pack', 'unpack', 'deliver', 'complete', 'cancel'] as const
export const bulkMost = 500

export const changeOrders = defineStaffCall({
  method: 'POST',
  path: '/orders/bulk',
  about: 'The same command for many orders, one after the other. Answers a job that says how far it is.',
  scope: 'orders:write',
  input: z.object({
    command: z.enum(bulkCommands),
    numbers: z.array(OrderNo).check(z.minLength(1), z.maxLength(bulkMost)),
    /** For `hold`, which needs one, and `cancel`. */
    reason: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(500))),
  }),
  output: StaffJob,
})
