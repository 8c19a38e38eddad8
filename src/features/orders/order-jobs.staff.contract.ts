import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { StaffJob } from '#features/staff/jobs.staff.contract.ts'
import { Shipments, TagChange } from './order-commands.staff.contract.ts'
import { OrderNo } from './orders.staff.contract.ts'

/** Commands that can run for many orders at once. Commands whose input differs from order to order are excluded. */
export const bulkCommands = ['hold', 'release', 'prepare', 'pack', 'unpack', 'deliver', 'complete', 'cancel'] as const
export type BulkCommandName = (typeof bulkCommands)[number]
export const maxBulkSize = 500
/** 200: above the number of parcels that staff scan in one batch. */
export const maxShipBatch = 200

export const changeOrders = defineStaffCall({
  method: 'POST',
  path: '/orders/bulk',
  about: 'Starts a job that runs one command on many orders, one after the other. Returns the job with its progress.',
  scope: 'orders:write',
  input: z.object({
    command: z.enum(bulkCommands),
    numbers: z.array(OrderNo).check(z.minLength(1), z.maxLength(maxBulkSize)),
    /** Reason for `cancel` or `hold`. Required for `hold`. */
    reason: z.optional(filledText(500)),
  }),
  output: StaffJob,
})

export const shipOrders = defineStaffCall({
  method: 'POST',
  path: '/orders/ship',
  about: 'Starts a job that ships many orders, each with its own tracking numbers. Returns the job with its progress.',
  scope: 'orders:write',
  input: z.object({
    orders: z.array(z.object({ number: OrderNo, parcels: Shipments })).check(z.minLength(1), z.maxLength(maxShipBatch)),
  }),
  output: StaffJob,
})

export const tagOrders = defineStaffCall({
  method: 'POST',
  path: '/orders/tags',
  about: 'Starts a job that adds tags to many orders and removes tags. Returns the job with its progress.',
  scope: 'orders:write',
  input: z.object({
    numbers: z.array(OrderNo).check(z.minLength(1), z.maxLength(maxBulkSize)),
    ...TagChange,
  }),
  output: StaffJob,
})
