import * as z from 'zod/mini'
import { defineStaffList, ListInput, StaffMoney, StaffTime } from '#contract/calls/staff-call.ts'

/** A customer who ordered without an account. */
export const Guest = z.object({
  email: z.string(),
  /** The name in the latest order. */
  name: z.string(),
  city: z.string(),
  country: z.string(),
  orders_count: z.int(),
  /** Amounts paid and not refunded, by currency, largest first. */
  spent: z.array(StaffMoney),
  last_order_at: StaffTime,
})
export type Guest = z.output<typeof Guest>

export const listGuests = defineStaffList({
  path: '/guests',
  about: 'Lists guests who ordered without an account, by email address. `q` matches the beginning of the address.',
  scope: 'customers:read',
  input: z.object(ListInput),
  output: Guest,
  example: { input: { limit: 50 } },
})
