import * as z from 'zod/mini'
import { defineCall } from '#contract/calls/call.ts'
import { bare } from '#contract/calls/envelopes.ts'
import { Pagination, Paging } from '#contract/calls/fields.ts'
import { WirePrice } from '#features/catalogue/catalogue.contract.ts'
import { creditKinds } from './credit.rules.ts'

export const CreditEntry = z.object({
  id: z.int(),
  kind: z.enum(creditKinds),
  /** Positive for received credit, negative for spent credit. */
  amount: WirePrice,
  /** The order that the entry belongs to. The refund of a return has both an order and a return. */
  order: z.nullable(z.object({ id: z.string(), order_no: z.string() })),
  return: z.nullable(z.object({ id: z.string(), return_no: z.string() })),
  /** Time in UTC. */
  created_at: z.string(),
})
export type CreditEntry = z.output<typeof CreditEntry>

export const listCredit = defineCall({
  method: 'GET',
  path: '/rest/account/credit',
  about: 'Returns the store credit balance and all its changes, newest first. Amounts are in the shop’s own currency.',
  access: 'customer',
  envelope: bare,
  input: z.object(Paging),
  output: z.object({ balance: WirePrice, data: z.array(CreditEntry), meta: z.object({ pagination: Pagination }) }),
})
