import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData, nothing } from '#contract/calls/envelopes.ts'
import { Email, filledText, queryNumber } from '#contract/calls/fields.ts'
import { Order, OrderDocument } from '#features/orders/orders.contract.ts'
import * as calls from './returns.contract.ts'

// Calls of a guest whose browser has opened an order by its mailed link. A cookie identifies the order. Input, rules
// and output are the same as in the calls of a signed-in shopper.

const OrderNo = filledText(20)
const LineId = z.string().check(z.minLength(1), z.maxLength(64))

export const sendOrderLink = defineCall({
  method: 'POST',
  path: '/rest/order/link',
  about:
    'Sends the access link of an order to its email address. The response is the same whether or not the order exists.',
  access: 'anyone',
  envelope: nothing,
  input: z.object({ email: Email, order_no: OrderNo }),
  output: z.undefined(),
})

export const openOrderLink = defineCall({
  method: 'POST',
  path: '/rest/order/link/open',
  about:
    'Gives this browser access to a guest order, using the token from the emailed link. Access ends when the link expires.',
  access: 'anyone',
  envelope: inData,
  alsoAnswers: [404],
  carriesSecret: true,
  input: z.object({ token: z.string().check(z.minLength(1), z.maxLength(200)) }),
  output: z.object({ order_no: z.string(), expires_at: z.string() }),
})

export const getGuestOrder = defineCall({
  method: 'GET',
  path: '/rest/guest/order',
  about: 'Returns the guest order that is open in this browser, with one page of its lines.',
  access: 'anyone',
  envelope: inData,
  alsoAnswers: [404],
  input: z.object({
    lines_page: z.optional(queryNumber(1, 1000)),
    /** With a line id, the response is the page that contains this line. */
    line_id: z.optional(LineId),
  }),
  output: z.object({ order: Order, expires_at: z.string(), documents: z.optional(z.array(OrderDocument)) }),
})

export const getGuestReturn = defineCall({
  ...calls.getReturn,
  path: '/rest/guest/after_sale/:returnId',
  about: 'Returns one return request of the guest order that is open in this browser.',
  access: 'anyone',
})

export const requestGuestReturn = defineCall({
  ...calls.requestReturn,
  path: '/rest/guest/after_sale',
  about: 'Requests the return of items of the open guest order. A repeated request returns the existing return.',
  access: 'anyone',
})

export const uploadGuestReturnImage = defineCall({
  ...calls.uploadReturnImage,
  path: '/rest/guest/after_sale/image',
  about: 'Uploads a picture for a return request of the open guest order: PNG or JPEG, under 5 MB.',
  access: 'anyone',
})

export const quoteGuestReturn = defineCall({
  ...calls.quoteReturn,
  path: '/rest/guest/after_sale/quote',
  about: 'Calculates the refund for the given items of the open guest order. No return is created.',
  access: 'anyone',
})

export const giveGuestParcel = defineCall({
  ...calls.giveParcel,
  path: '/rest/guest/after_sale/shipment',
  about: 'Adds or changes the carrier and tracking number of a return of the open guest order.',
  access: 'anyone',
})

export const cancelGuestReturn = defineCall({
  ...calls.cancelReturn,
  path: '/rest/guest/after_sale/cancel/:returnId',
  about: 'Cancels a return of the open guest order, or only the given items.',
  access: 'anyone',
})
