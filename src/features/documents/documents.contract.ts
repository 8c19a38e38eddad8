import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { inData } from '#contract/calls/envelopes.ts'
import { OrderDocument } from '#features/orders/orders.contract.ts'

export const listOrderDocuments = defineCall({
  method: 'GET',
  path: '/rest/order/:orderId/documents',
  about: 'Lists the invoice and the credit notes of an order of the signed-in shopper, with links to their PDF.',
  access: 'customer',
  envelope: inData,
  input: z.object({ orderId: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.array(OrderDocument),
})
