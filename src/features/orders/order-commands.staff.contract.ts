import * as z from 'zod/mini'
import { defineStaffCall } from '#contract/staff-call.ts'
import { AddressInput } from '#features/addresses/addresses.contract.ts'
import { OrderNo, StaffOrder } from './orders.staff.contract.ts'

const text = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most))
const ids = z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(200))

/** A command about one order: it answers the order anew. */
function defineOrderCommand<const I extends z.core.$ZodLooseShape>(
  path: `/orders/:no/${string}`,
  about: string,
  input: I,
) {
  return defineStaffCall({
    method: 'POST',
    path,
    about,
    scope: 'orders:write',
    input: z.object({ no: OrderNo, ...input }),
    output: StaffOrder,
  })
}

export const holdOrder = defineOrderCommand('/orders/:no/hold', 'Staff look at it before it goes on.', {
  reason: text(500),
})
export const releaseOrder = defineOrderCommand('/orders/:no/release', 'It was looked at and goes on.', {})
export const prepareOrder = defineOrderCommand('/orders/:no/prepare', 'Somebody gathers its items.', {})
export const packOrder = defineOrderCommand(
  '/orders/:no/pack',
  'Every line goes into exactly one parcel; without a list all go into one. One that is paid is prepared on the way.',
  { parcels: z.optional(z.array(z.object({ line_ids: ids })).check(z.minLength(1), z.maxLength(50))) },
)
export const unpackOrder = defineOrderCommand('/orders/:no/unpack', 'Its parcels are opened again.', {})
/** Of all parcels of an order: who carries each, and under which number. */
export const Shipments = z
  .array(
    z.object({
      id: z.optional(z.string()),
      carrier: text(60),
      tracking_number: text(60),
      tracking_url: z.optional(text(500)),
    }),
  )
  .check(z.minLength(1), z.maxLength(50))

export const shipOrder = defineOrderCommand(
  '/orders/:no/ship',
  'Hands over all parcels. A parcel without an id is the next one packed.',
  { parcels: Shipments },
)
export const deliverOrder = defineOrderCommand('/orders/:no/deliver', 'All of it has arrived.', {})
export const completeOrder = defineOrderCommand('/orders/:no/complete', 'Reviews open.', {})
export const cancelOrder = defineOrderCommand(
  '/orders/:no/cancel',
  'Gives back stock, coupon and money: of all, or of some lines while nothing is packed.',
  { reason: z.optional(text(500)), line_ids: z.optional(ids) },
)
// Written out: the browser's code has no schemas, and reading a part of one would stop it.
export const changeAddress = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/address',
  about: 'Where it goes, until it was handed over.',
  scope: 'orders:write',
  input: z.object({ no: OrderNo, ...AddressInput.shape }),
  output: StaffOrder,
})
export const noteOrder = defineOrderCommand('/orders/:no/notes', 'A note for the others behind the shop.', {
  body: text(2000),
})
