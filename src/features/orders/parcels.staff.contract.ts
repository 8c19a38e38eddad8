import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall, defineStaffFile, StaffTime } from '#contract/calls/staff-call.ts'
import { OrderNo, parcelEventKinds } from './orders.staff.contract.ts'

/** 200: the number of slips that a warehouse prints in a morning. */
export const maxSlips = 200
export const maxReportLength = 100

export const getPackingSlip = defineStaffFile({
  method: 'GET',
  path: '/orders/:no/packing-slip.pdf',
  about:
    'Returns the packing slips of an order as a PDF, one page per parcel. An order that is not packed has one page.',
  scope: 'orders:read',
  input: z.object({ no: OrderNo }),
})

export const printPackingSlips = defineStaffFile({
  method: 'POST',
  path: '/packing-slips',
  about: 'Returns the packing slips of several orders in one PDF.',
  scope: 'orders:read',
  alsoAnswers: [404],
  input: z.object({ numbers: z.array(OrderNo).check(z.minLength(1), z.maxLength(maxSlips)) }),
})

export const reportParcel = defineStaffCall({
  method: 'POST',
  path: '/parcels/events',
  about:
    'Records tracking events of a parcel, in any order. Repeated events are ignored. The order becomes `received` when its last parcel is delivered.',
  scope: 'parcels:write',
  alsoAnswers: [404],
  input: z.object({
    tracking_number: filledText(60),
    carrier: z.optional(filledText(60)),
    events: z
      .array(
        z.object({
          kind: z.enum(parcelEventKinds),
          description: filledText(200),
          place: z._default(z.string().check(z.trim(), z.maxLength(100)), ''),
          at: StaffTime,
        }),
      )
      .check(z.minLength(1), z.maxLength(maxReportLength)),
  }),
  output: z.object({
    tracking_number: z.string(),
    /** Number of new reports. */
    recorded: z.int(),
    orders: z.array(z.object({ number: z.string(), status: z.string() })),
  }),
})
