import * as z from 'zod/mini'
import { filledText } from '#contract/calls/fields.ts'
import { defineStaffCall } from '#contract/calls/staff-call.ts'
import { addressFields } from '#features/addresses/addresses.contract.ts'
import { maxTrackingUrlLength } from './carriers.rules.ts'
import { OrderNo, OwnTag, StaffOrder } from './orders.staff.contract.ts'
import { addressReasons, maxOwnTags, maxParcelGrams } from './orders.staff.rules.ts'

const ids = z.array(z.string().check(z.maxLength(40))).check(z.minLength(1), z.maxLength(200))
const Grams = z.int().check(z.gte(1), z.lte(maxParcelGrams))
/** Tags to add and to remove. Each list is limited to the number of tags that an order can have. */
export const TagChange = {
  add: z.optional(z.array(OwnTag).check(z.maxLength(maxOwnTags))),
  remove: z.optional(z.array(OwnTag).check(z.maxLength(maxOwnTags))),
}

/** Defines a command about one order. The command returns the updated order. */
function defineStaffOrderCommand<const I extends z.core.$ZodLooseShape>(command: {
  path: `/orders/:no/${string}`
  about: string
  input: I
}) {
  const { path, about, input } = command
  return defineStaffCall({
    method: 'POST',
    path,
    about,
    scope: 'orders:write',
    input: z.object({ no: OrderNo, ...input }),
    output: StaffOrder,
  })
}

export const holdOrder = defineStaffOrderCommand({
  path: '/orders/:no/hold',
  about: 'Puts an order on hold until staff release it.',
  input: {
    reason: filledText(500),
  },
})
export const releaseOrder = defineStaffOrderCommand({
  path: '/orders/:no/release',
  about: 'Releases an order from hold.',
  input: {},
})
export const prepareOrder = defineStaffOrderCommand({
  path: '/orders/:no/prepare',
  about: 'Marks a paid order as being prepared.',
  input: {},
})
export const packOrder = defineStaffOrderCommand({
  path: '/orders/:no/pack',
  about:
    'Packs an order. Each line belongs to exactly one parcel. Without `parcels`, all lines go into one parcel. A `paid` order becomes `preparing` first.',
  input: {
    parcels: z.optional(
      z.array(z.object({ line_ids: ids, weight_grams: z.optional(Grams) })).check(z.minLength(1), z.maxLength(50)),
    ),
  },
})
export const unpackOrder = defineStaffOrderCommand({
  path: '/orders/:no/unpack',
  about: 'Unpacks an order that is not shipped yet, and deletes its parcels.',
  input: {},
})
/** Carrier and tracking number of every parcel of an order. */
export const Shipments = z
  .array(
    z.object({
      id: z.optional(z.string().check(z.maxLength(40))),
      carrier: filledText(60),
      tracking_number: filledText(60),
      /** Link to the tracking page at the carrier, by https. Shoppers see the link on the order and in the mail. */
      tracking_url: z.optional(filledText(maxTrackingUrlLength)),
      weight_grams: z.optional(Grams),
    }),
  )
  .check(z.minLength(1), z.maxLength(50))

export const shipOrder = defineStaffOrderCommand({
  path: '/orders/:no/ship',
  about:
    'Ships all parcels of an order. Sends the shopper a mail unless `mail` is false. A parcel without `id` is the next packed parcel.',
  input: {
    parcels: Shipments,
    /** False if the customer was informed in another way. */
    mail: z.optional(z.boolean()),
  },
})
export const sendPaymentLink = defineStaffOrderCommand({
  path: '/orders/:no/send-link',
  about: 'Sends the customer of an unpaid order a payment link by mail, at most five times.',
  input: {},
})
export const deliverOrder = defineStaffOrderCommand({
  path: '/orders/:no/deliver',
  about: 'Marks an order as received.',
  input: {},
})
export const completeOrder = defineStaffOrderCommand({
  path: '/orders/:no/complete',
  about: 'Completes a received order. The customer can then review its items.',
  input: {},
})
export const cancelOrder = defineStaffOrderCommand({
  path: '/orders/:no/cancel',
  about:
    'Cancels an order, or some of its lines while nothing is packed. Restocks the items and refunds payments. An unpaid order releases its coupon.',
  input: { reason: z.optional(filledText(500)), line_ids: z.optional(ids) },
})
// The input is written out in full, because in the browser these schemas are removed and reading a part of another
// schema would fail.
export const changeAddress = defineStaffCall({
  method: 'POST',
  path: '/orders/:no/address',
  about: 'Changes the delivery address until the order is shipped.',
  scope: 'orders:write',
  input: z.object({ no: OrderNo, ...addressFields, why: z.optional(z.enum(addressReasons)) }),
  output: StaffOrder,
})
export const noteOrder = defineStaffOrderCommand({
  path: '/orders/:no/notes',
  about: 'Adds a note for staff to an order.',
  input: {
    body: filledText(2000),
  },
})
export const tagOrder = defineStaffOrderCommand({
  path: '/orders/:no/tags',
  about: 'Adds tags to an order and removes tags. Tags are not case-sensitive.',
  input: TagChange,
})
